/** Length of the shortest text that can be searched for. */
const shortestNeedle = 4;

/** Adds a character. The sum depends on the last four alone: each step shifts the earlier ones out of its 32 bits. */
const added = (sum: number, text: string, at: number) => (sum << 8) ^ text.charCodeAt(at);

/** Hashes the last characters that were added, as many as the shortest needle has, to 16 bits. */
const hashOf = (sum: number) => Math.imul(sum, 0x9e3779b1) >>> 16;

function headOf(text: string, start: number): number {
  let sum = 0;
  for (let at = start; at < start + shortestNeedle; at += 1) sum = added(sum, text, at);
  return hashOf(sum);
}

/** A closure within the loop over a text would be made for each character. */
const isOneAt = (start: number, text: string, needles: readonly string[]) =>
  needles.some(needle => text.startsWith(needle, start));

/** A set of texts to search for. The time of a search grows with those alone that begin as a place of the text does. */
export class Needles {
  /** By the hash of their heads: most places of a text have none of them. */
  private readonly byHash: (string[] | undefined)[] = new Array(0x10000);

  add(text: string): void {
    if (text.length < shortestNeedle) return;
    const hash = headOf(text, 0);
    const known = this.byHash[hash];
    if (known === undefined) this.byHash[hash] = [text];
    else known.push(text);
  }

  /** Yields each match, including overlapping ones. */
  *in(text: string): Generator<readonly [start: number, end: number]> {
    for (let start = this.nextIn(text, 0); start >= 0; start = this.nextIn(text, start + 1))
      for (const needle of this.byHash[headOf(text, start)] ?? [])
        if (text.startsWith(needle, start)) yield [start, start + needle.length];
  }

  areIn(text: string): boolean {
    return this.nextIn(text, 0) >= 0;
  }

  /** Returns where the next match starts, or -1. */
  private nextIn(text: string, from: number): number {
    let sum = 0;
    for (let at = from; at < text.length; at += 1) {
      sum = added(sum, text, at);
      const start = at + 1 - shortestNeedle;
      const needles = start < from ? undefined : this.byHash[hashOf(sum)];
      if (needles !== undefined && isOneAt(start, text, needles)) return start;
    }
    return -1;
  }
}
