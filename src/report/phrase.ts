import type { Part, Phrase } from './model';

/** The name of an object. */
export const name = (text: string): Part => ({ is: 'name', text });

/** A value of the plan, such as a scope. */
export const value = (text: string): Part => ({ is: 'value', text });

const words = (text: string): Part => ({ is: 'words', text });

/** Values with commas between them. */
export function values(texts: readonly string[]): readonly Part[] {
  return texts.flatMap((text, index) => (index === 0 ? [value(text)] : [words(', '), value(text)]));
}

type Piece = Part | readonly Part[] | string | number;

/** Makes a phrase of own words, names and values: phrase`key ${name('ci')} gains ${value('alerts:read')}`. */
export function phrase(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Phrase {
  return phraseOf(() => strings.flatMap((text, index) => [words(text), ...partsOf(pieces[index] ?? '')]));
}

/** Puts a phrase after a subject: `key *ci*` and `gains alerts:read`. */
export function joined(...phrases: readonly Phrase[]): Phrase {
  return phraseOf(() => phrases.flatMap(({ parts }) => parts));
}

/** Makes a phrase of own words alone. */
export const plainly = (text: string): Phrase => phraseOf(() => [words(text)]);

/** The parts are put together when somebody reads them: of a plan of thousands, a comment shows a few. */
function phraseOf(pieces: () => readonly Part[]): Phrase {
  let parts: Part[] | undefined;
  return {
    get text() {
      return this.parts.map(({ text }) => text).join('');
    },
    get parts() {
      parts ??= merged(pieces());
      return parts;
    },
  };
}

/** Neighbouring words become one part. */
function merged(parts: readonly Part[]): Part[] {
  const filled: Part[] = [];
  for (const part of parts) {
    const last = filled.at(-1);
    if (part.text === '') continue;
    if (last?.is === 'words' && part.is === 'words') filled[filled.length - 1] = words(last.text + part.text);
    else filled.push(part);
  }
  return filled;
}

function partsOf(piece: Piece): readonly Part[] {
  if (typeof piece === 'string' || typeof piece === 'number') return [words(String(piece))];
  return 'is' in piece ? [piece] : piece;
}
