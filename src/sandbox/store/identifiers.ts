import type { Environment, Making } from '../collections/sandbox-collection';
import type { Dialect } from '../dialects/dialects';

/** Source of `size` unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array;

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Generates the identifiers and credentials of paragraphs 2.1, 2.2, 2.3 and 2.4, and the tokens of applications. */
export class Identifiers implements Making {
  constructor(
    private readonly random: RandomBytes,
    private readonly prefixes: Dialect['idPrefixes'],
    readonly environment: Environment,
    private readonly now: () => number,
  ) {}

  identifier(prefix: string): string {
    return `${this.prefixes[prefix] ?? prefix}_${this.#characters(20)}`;
  }

  apiKey(environment: Environment): string {
    return `svc_${environment}_${this.#characters(32)}`;
  }

  secret(): string {
    return this.#characters(32);
  }

  timestamp(): string {
    return new Date(this.now()).toISOString();
  }

  /** `svc_rt_` for refresh tokens (paragraph 2.3). The form of codes (`ac`) and access tokens (`at`) is assumed. */
  token(kind: 'at' | 'rt' | 'ac'): string {
    return `svc_${kind}_${this.#characters(32)}`;
  }

  /** 256 is no multiple of 62, so some characters are a little more likely. At these lengths that does not matter. */
  #characters(length: number): string {
    return Array.from(this.random(length), byte => alphabet.charAt(byte % alphabet.length)).join('');
  }
}
