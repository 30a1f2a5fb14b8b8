/** Length of the shortest text that can be searched for. */
const shortestNeedle = 4;

/** Hashes as many characters as the shortest needle has, to 16 bits. */
function hashAt(text: string, start: number): number {
  let hash = 0;
  for (let at = start; at < start + shortestNeedle; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash & 0xffff;
}

/** A set of texts to search for. The time of a search does not grow with their number. */
export class Needles {
  /** By the hash of their heads: most places of a text have none of them. */
  private readonly byHash: (string[] | undefined)[] = new Array(0x10000);

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      if (text.length < shortestNeedle) continue;
      const hash = hashAt(text, 0);
      const known = this.byHash[hash];
      if (known === undefined) this.byHash[hash] = [text];
      else known.push(text);
    }
  }

  /** Yields each match, including overlapping ones. */
  *in(text: string): Generator<readonly [start: number, end: number]> {
    for (let start = 0; start <= text.length - shortestNeedle; start += 1)
      for (const needle of this.byHash[hashAt(text, start)] ?? [])
        if (text.startsWith(needle, start)) yield [start, start + needle.length];
  }

  areIn(text: string): boolean {
    return !this.in(text).next().done;
  }
}
