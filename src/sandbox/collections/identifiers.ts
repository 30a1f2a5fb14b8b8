import { randomBytes } from 'node:crypto';
import type { Dialect } from '../dialects/dialects';

export type Environment = 'live' | 'test';

/** Generates the values that only the platform sets (paragraphs 2.1 to 2.4), and the tokens of applications. */
export class Identifiers {
  /** @param environment the sandbox's own */
  constructor(
    private readonly prefixes: Dialect['idPrefixes'],
    readonly environment: Environment,
    private readonly now: () => number,
  ) {}

  /** Returns an unpredictable id such as `wh_…`. */
  identifier(prefix: string): string {
    return `${this.prefixes[prefix] ?? prefix}_${characters(20)}`;
  }

  /** Returns `svc_live_` or `svc_test_` and 32 random characters (paragraph 2.4). */
  apiKey(environment: Environment): string {
    return `svc_${environment}_${characters(32)}`;
  }

  /** Returns a signing secret for an object created without one. */
  secret(): string {
    return characters(32);
  }

  /** Returns the time in ISO 8601, by the platform's clock. */
  timestamp(): string {
    return new Date(this.now()).toISOString();
  }

  /** `svc_rt_` for refresh tokens (paragraph 2.3). The form of codes (`ac`) and access tokens (`at`) is assumed. */
  token(kind: 'at' | 'rt' | 'ac'): string {
    return `svc_${kind}_${characters(32)}`;
  }
}

const characters = (length: number) => randomBytes(length / 2).toString('hex');
