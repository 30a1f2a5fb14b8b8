import type { Phrase, PhrasePart } from './model';

export const name = (text: string): PhrasePart => ({ is: 'name', text });

export const value = (text: string): PhrasePart => ({ is: 'value', text });

export const own = (text: string): PhrasePart => ({ is: 'words', text });

export const phrase = (parts: readonly PhrasePart[]): Phrase => ({
  text: parts.map(({ text }) => text).join(''),
  parts,
});
