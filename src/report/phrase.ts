import type { Phrase, PhrasePart } from './model';

/** The name of an object. */
export const name = (text: string): PhrasePart => ({ is: 'name', text });

/** A value of the plan, such as a scope. */
export const value = (text: string): PhrasePart => ({ is: 'value', text });

export const own = (text: string): PhrasePart => ({ is: 'words', text });

export const phrase = (parts: readonly PhrasePart[]): Phrase => ({
  text: parts.map(({ text }) => text).join(''),
  parts,
});
