import { findLeaks, type Leak, type Secret } from './secrets';

interface Piece {
  readonly source: string;
  readonly text: string;
}

/** Everything that a scenario's processes said, for one search; a piece is searched once, and then let go. */
export class Evidence {
  #pieces: Piece[] = [];

  add(source: string, text: string): void {
    if (text !== '') this.#pieces.push({ source, text });
  }

  /** Searches what came since the last search, for all secrets known by now. */
  search(secrets: readonly Secret[]): readonly Leak[] {
    const searched = this.#pieces;
    this.#pieces = [];
    return searched.flatMap(({ source, text }) => findLeaks(source, text, secrets));
  }
}
