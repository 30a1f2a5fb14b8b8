import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { Seed } from '../../sandbox';
import { checkedSeed, SeedError } from '../../sandbox/platform/seed';

export interface SandboxFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed?: Seed;
  readonly speed: number;
  readonly latency: number;
  readonly environment: 'live' | 'test';
  readonly deliverAnywhere?: true;
  readonly quiet?: true;
  readonly background?: true;
  readonly stop?: true;
  readonly pidFile?: string;
  /** Passed by `--background` to the process that it starts. */
  readonly detached?: true;
}

export function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

export function fileName(text: string): string {
  if (text.trim() !== '') return text;
  throw new InvalidArgumentError('It must be the name of a file.');
}

export function positive(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number greater than 0.');
}

export function notNegative(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('It must be a number, 0 or greater.');
}

export function seedFile(path: string): Seed {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InvalidArgumentError('The file cannot be read.');
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('The file is not JSON.');
  }
  try {
    return checkedSeed(content);
  } catch (error) {
    if (!(error instanceof SeedError)) throw error;
    throw new InvalidArgumentError(`At ${error.place || 'the top'}: ${error.problem}.`);
  }
}
