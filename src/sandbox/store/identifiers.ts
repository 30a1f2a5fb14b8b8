import type { Environment } from '../collections/sandbox-collection';

/** Source of this many unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Larger bytes are skipped. Otherwise the first letters of the alphabet would be more likely than the others. */
const fairBytes = 256 - (256 % alphabet.length);

const poolSize = 4096;

/** Generates the identifiers and credentials of paragraphs 2.1, 2.2, 2.3 and 2.4. */
export class Identifiers {
  readonly #random: RandomBytes;
  #pool: Uint8Array = new Uint8Array();
  #used = 0;

  constructor(random: RandomBytes) {
    this.#random = random;
  }

  identifier(prefix: string): string {
    return `${prefix}_${this.#characters(20)}`;
  }

  /** `svc_live_` or `svc_test_` and 32 random characters (paragraph 2.4). */
  apiKey(environment: Environment): string {
    return `svc_${environment}_${this.#characters(32)}`;
  }

  /** A signing secret for an endpoint created without one. */
  secret(): string {
    return this.#characters(32);
  }

  /** `svc_rt_` for refresh tokens (paragraph 2.3). The form of codes (`ac`) and access tokens (`at`) is assumed. */
  token(kind: 'at' | 'rt' | 'ac'): string {
    return `svc_${kind}_${this.#characters(32)}`;
  }

  #characters(length: number): string {
    let text = '';
    while (text.length < length) {
      const byte = this.#nextByte();
      if (byte < fairBytes) text += alphabet.charAt(byte % alphabet.length);
    }
    return text;
  }

  /** Reads from a pool: the system's random numbers cost by the call, not by the byte. */
  #nextByte(): number {
    const byte = this.#pool[this.#used];
    this.#used += 1;
    if (byte !== undefined) return byte;
    this.#pool = this.#random(poolSize);
    this.#used = 0;
    return this.#nextByte();
  }
}
