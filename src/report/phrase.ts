import type { Phrase, PhrasePart } from './model';

/** The name of an object. */
export const name = (text: string): PhrasePart => ({ is: 'name', text });

/** A value of the plan, such as a scope. */
export const value = (text: string): PhrasePart => ({ is: 'value', text });

export const own = (text: string): PhrasePart => ({ is: 'words', text });

/** Makes a phrase whose parts are put together when somebody reads them: of a plan of thousands, a comment shows a few. */
export const phrase = (render: () => readonly PhrasePart[]): Phrase => new LazyPhrase(render);

/** It is a class because an object literal with accessors takes V8 ten times as long. */
class LazyPhrase implements Phrase {
  #parts: readonly PhrasePart[] | undefined;

  constructor(private readonly render: () => readonly PhrasePart[]) {}

  get text(): string {
    return this.parts.map(({ text }) => text).join('');
  }

  get parts(): readonly PhrasePart[] {
    this.#parts ??= this.render().filter(({ text }) => text !== '');
    return this.#parts;
  }

  toJSON(): Pick<Phrase, 'text'> {
    return { text: this.text };
  }
}
