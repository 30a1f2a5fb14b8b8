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

/** Needles that begin alike. Thousands of keys do, and so do the names and addresses of hostile ones. */
class Bucket {
  private readonly needles: string[] = [];
  /** Of each needle, in their order, where the longest other one stands that it begins with; -1 without. */
  private shorter: readonly number[] | undefined;

  add(needle: string): void {
    this.needles.push(needle);
    this.shorter = undefined;
  }

  /** Returns the length of the longest needle at this place of the text; 0 without. */
  longestAt(start: number, text: string): number {
    this.shorter ??= this.sorted();
    let [low, high] = [0, this.needles.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const needle = this.needles[middle] ?? '';
      if (needle <= text.slice(start, start + needle.length)) low = middle + 1;
      else high = middle;
    }
    // The last needle that is not greater than the text begins with each one that is in the text here.
    for (let at = low - 1; at >= 0; at = this.shorter[at] ?? -1) {
      const needle = this.needles[at] ?? '';
      if (text.startsWith(needle, start)) return needle.length;
    }
    return 0;
  }

  private sorted(): readonly number[] {
    const open: number[] = [];
    return this.needles.sort().map((needle, at) => {
      while (open.length > 0 && !needle.startsWith(this.needles[open.at(-1) ?? -1] ?? '')) open.pop();
      const shorter = open.at(-1) ?? -1;
      open.push(at);
      return shorter;
    });
  }
}

/** A set of texts to search for. The time of a search grows with the text, and hardly with the number of needles. */
export class Needles {
  /** By the hash of their heads: most places of a text have none of them. */
  private readonly byHash: (Bucket | undefined)[] = new Array(0x10000);

  add(text: string): void {
    if (text.length < shortestNeedle) return;
    const hash = headOf(text, 0);
    const bucket = this.byHash[hash] ?? new Bucket();
    this.byHash[hash] = bucket;
    bucket.add(text);
  }

  /** Yields the longest match at each place, including overlapping ones. */
  *in(text: string): Generator<readonly [start: number, end: number]> {
    for (let start = this.nextIn(text, 0); start >= 0; start = this.nextIn(text, start + 1))
      yield [start, start + (this.byHash[headOf(text, start)]?.longestAt(start, text) ?? 0)];
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
      const bucket = start < from ? undefined : this.byHash[hashOf(sum)];
      if (bucket !== undefined && bucket.longestAt(start, text) > 0) return start;
    }
    return -1;
  }
}
