interface Place {
  readonly start: number;
  readonly end: number;
}

/** Length of the shortest text that can be searched for. */
const shortestNeedle = 4;
/** Up to this number, searching for each text is faster than building an index. */
const mostUnindexed = 500;

const hashLimit = 2 ** 16;

/** Hashes as many characters as the shortest needle has. */
function hashAt(text: string, start: number): number {
  let hash = 0;
  for (let at = start; at < start + shortestNeedle; at += 1) hash = (hash * 31 + text.charCodeAt(at)) | 0;
  return hash & (hashLimit - 1);
}

function hashesOf(heads: Iterable<string>): Uint8Array {
  const hashes = new Uint8Array(hashLimit);
  for (const head of heads) hashes[hashAt(head, 0)] = 1;
  return hashes;
}

/** A set of texts to search for. The time of a search does not grow with their number. */
export class Needles {
  private readonly all = new Set<string>();
  private readonly byHead = new Map<string, string[]>();
  /**
   * Hashes of the heads: most places of a text have none of them, and need no lookup of a text. Undefined for a few texts:
   * every message of a provider makes such sets, and the table is 64 KB.
   */
  private hashes: Uint8Array | undefined;
  private readonly unindexed: string[] = [];

  add(text: string): void {
    if (text.length < shortestNeedle || this.all.has(text)) return;
    this.all.add(text);
    this.unindexed.push(text);
  }

  /** Yields each match, including overlapping ones. */
  *in(text: string): Generator<Place> {
    this.index();
    for (let start = 0; start <= text.length - shortestNeedle; start += 1) {
      if (this.hashes?.[hashAt(text, start)] === 0) continue;
      for (const needle of this.byHead.get(text.slice(start, start + shortestNeedle)) ?? []) {
        if (text.startsWith(needle, start)) yield { start, end: start + needle.length };
      }
    }
  }

  areIn(text: string): boolean {
    if (this.all.size > mostUnindexed) return !this.in(text).next().done;
    for (const needle of this.all) if (text.includes(needle)) return true;
    return false;
  }

  private index(): void {
    if (this.all.size > mostUnindexed) this.hashes ??= hashesOf(this.byHead.keys());
    for (const needle of this.unindexed.splice(0)) {
      if (this.hashes !== undefined) this.hashes[hashAt(needle, 0)] = 1;
      const head = needle.slice(0, shortestNeedle);
      const known = this.byHead.get(head);
      if (known === undefined) this.byHead.set(head, [needle]);
      else known.push(needle);
    }
  }
}
