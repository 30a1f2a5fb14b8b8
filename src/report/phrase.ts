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

type Piece = Part | readonly Part[] | (() => readonly Part[]) | string | number;

/**
 * A phrase whose parts are put together when somebody reads them: of a plan of thousands, a comment shows a few. It is a
 * class because an object literal with accessors takes V8 ten times as long.
 */
class LazyPhrase implements Phrase {
  #parts: Part[] | undefined;

  constructor(
    private readonly strings: readonly string[],
    private readonly pieces: readonly (Piece | Phrase)[],
  ) {}

  get text(): string {
    return this.parts.map(({ text }) => text).join('');
  }

  get parts(): Part[] {
    this.#parts ??= merged(
      this.strings.flatMap((text, index) => [words(text), ...partsOf(this.pieces[index] ?? '')]),
    );
    return this.#parts;
  }

  toJSON(): Phrase {
    return { text: this.text, parts: this.parts };
  }
}

/** Makes a phrase of own words, names and values: phrase`key ${name('ci')} gains ${value('alerts:read')}`. */
export function phrase(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Phrase {
  return new LazyPhrase(strings, pieces);
}

/** Puts a phrase after a subject: `key *ci*` and `gains alerts:read`. */
export const joined = (...phrases: readonly Phrase[]): Phrase =>
  new LazyPhrase(Array(phrases.length).fill(''), phrases);

/** Makes a phrase of own words alone. */
export const plainly = (text: string): Phrase => new LazyPhrase([text], []);

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

function partsOf(piece: Piece | Phrase): readonly Part[] {
  if (typeof piece === 'string' || typeof piece === 'number') return [words(String(piece))];
  if (typeof piece === 'function') return piece();
  if ('parts' in piece) return piece.parts;
  return 'is' in piece ? [piece] : piece;
}
