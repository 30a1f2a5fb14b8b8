import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { Seed } from '../../sandbox';
import type { DialectName } from '../../sandbox/dialects/dialects';

export interface SandboxFlags {
  readonly port: number;
  readonly seed?: Seed;
  readonly dialect?: DialectName;
  readonly speed: number;
  readonly latency: number;
  readonly environment: 'live' | 'test';
  readonly deliverAnywhere?: true;
  readonly quiet?: true;
  readonly background?: true;
  readonly stop?: true;
}

/** Makes a parser of a flag, from what its text must be. */
const parser =
  <Value>(must: string, isRight: (text: string) => boolean, convert: (text: string) => Value) =>
  (text: string): Value => {
    if (isRight(text)) return convert(text);
    throw new InvalidArgumentError(`It must be ${must}.`);
  };

const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));

export const portNumber = parser(
  'a whole number from 0 to 65535',
  text => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
  Number,
);
export const positive = parser('a number greater than 0', text => isNumber(text) && Number(text) > 0, Number);
export const notNegative = parser(
  'a number, 0 or greater',
  text => isNumber(text) && Number(text) >= 0,
  Number,
);

/** The sandbox refuses what is no seed. */
export function seedFile(path: string): Seed {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new InvalidArgumentError('The file cannot be read, or is not JSON.');
  }
}
