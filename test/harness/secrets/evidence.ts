import { findLeaks, type Leak, type Secret } from './secrets';

/** All output of a scenario's processes. Each piece is searched once and then released. */
export class Evidence {
  #pieces: { readonly source: string; readonly text: string }[] = [];

  add(source: string, text: string): void {
    if (text !== '') this.#pieces.push({ source, text });
  }

  /** Searches the output since the last search for all secrets known so far. */
  search(secrets: readonly Secret[]): readonly Leak[] {
    const searched = this.#pieces;
    this.#pieces = [];
    return searched.flatMap(({ source, text }) => findLeaks(source, text, secrets));
  }
}
