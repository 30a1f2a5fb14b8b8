import { readingsOf } from './decoding';
import { traitsOf } from './forms';
import { Needles, shortestNeedle } from './needles';
import { covering, type Place, placed } from './reading';

/** Replacement of a secret. */
const mark = '[redacted]';
/** Separator that no reading crosses. */
const gap = '\0';

/**
 * Removes secrets from texts that may repeat them in any encoding. Decoders find the secrets. Encoders, which
 * share no code with the decoders, then check that none is left.
 */
export class EchoSearch {
  private readonly secrets = new Set<string>();
  /** Secrets too short for a search of their encodings: those would be found in every text. */
  private readonly short: string[] = [];
  private readonly decoded = new Needles();
  private readonly cores = new Needles();
  private readonly encoded = new Needles();
  private readonly pending: string[] = [];

  add(secret: string): void {
    if (secret.trim() === '' || this.secrets.has(secret)) return;
    this.secrets.add(secret);
    // Computed when the first message needs it: most processes have a thousand secrets and no error.
    this.pending.push(secret);
  }

  /** Returns the text without the secrets; `undefined` if a secret, or its core, is still found afterwards. */
  blank(text: string): string | undefined {
    if (this.secrets.size === 0) return text;
    for (const secret of this.pending.splice(0)) this.learn(secret);
    if (!this.isEchoIn(text)) return text;
    const pieces = outside(this.echoesIn(text), text);
    return this.isEchoIn(pieces.join(gap)) ? undefined : pieces.join(mark);
  }

  private learn(secret: string): void {
    if (secret.length < shortestNeedle) {
      this.short.push(secret);
      return;
    }
    const { plain, core, forms } = traitsOf(secret);
    for (const text of plain) this.decoded.add(text);
    for (const { text } of forms) this.encoded.add(text);
    if (core !== undefined) this.cores.add(core);
  }

  private isEchoIn(text: string): boolean {
    if (this.encoded.areIn(text) || this.short.some(secret => text.includes(secret))) return true;
    return readingsOf({ text }).some(
      reading => this.decoded.areIn(reading.text) || this.cores.areIn(reading.text),
    );
  }

  private echoesIn(text: string): readonly Place[] {
    const long = readingsOf(placed(text)).flatMap(({ text: decoded, places = [] }) =>
      [...this.decoded.in(decoded)].map(({ start, end }) => covering(places, start, end)),
    );
    const short = this.short.flatMap(secret => placesOf(secret, text));
    return [...long, ...short].sort((a, b) => a.start - b.start);
  }
}

function placesOf(secret: string, text: string): readonly Place[] {
  const pieces = text.split(secret).slice(0, -1);
  let end = 0;
  return pieces.map(piece => {
    const start = end + piece.length;
    end = start + secret.length;
    return { start, end };
  });
}

/** Returns the parts of a text outside these places, which are sorted and may overlap. */
function outside(places: readonly Place[], text: string): readonly string[] {
  const pieces: string[] = [];
  let reached = 0;
  for (const { start, end } of places) {
    if (start > reached || pieces.length === 0) pieces.push(text.slice(reached, start));
    reached = Math.max(reached, end);
  }
  return [...pieces, text.slice(reached)];
}
