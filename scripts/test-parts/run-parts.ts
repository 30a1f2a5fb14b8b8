import { addUp, type Tally } from '../test-tally';

/** A part of `npm run test:all`, which can also be run alone. */
export interface Part {
  readonly name: string;
  /** A script below `scripts` and its parameters. */
  readonly command: readonly string[];
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Why the part cannot be run here. */
  readonly missing?: string | undefined;
}

export interface PartsRun {
  /** Runs a part and returns its counts. */
  readonly run: (part: Part) => Promise<Tally>;
  readonly say: (line: string) => void;
  /** Minutes since the beginning. */
  readonly elapsed: () => number;
  /** No part begins after this many minutes. Default: unlimited. */
  readonly minutes?: number | undefined;
}

/** Runs the parts in their order, even if one fails. A part that is not run counts as skipped, and is named. */
export async function runParts(
  parts: readonly Part[],
  { run, say, elapsed, minutes = Number.POSITIVE_INFINITY }: PartsRun,
): Promise<Tally> {
  const tallies: Tally[] = [{ passed: 0, failed: 0, skipped: 0 }];
  for (const part of parts) {
    const began = elapsed();
    const reason = began >= minutes ? `${minutes} minutes are over` : part.missing;
    if (reason !== undefined) {
      say(`SKIPPED: ${part.name}. ${reason}.`);
      tallies.push({ passed: 0, failed: 0, skipped: 1 });
      continue;
    }
    say(`\n${part.name}: begins`);
    tallies.push(await run(part));
    say(`${part.name}: took ${(elapsed() - began).toFixed(1)} minutes`);
  }
  return addUp(tallies);
}

/** @throws if a name is unknown */
export function chosenParts(parts: readonly Part[], only: string | undefined): readonly Part[] {
  if (only === undefined) return parts;
  const wanted = new Set(only.split(','));
  const chosen = parts.filter(({ name }) => wanted.delete(name));
  if (wanted.size === 0) return chosen;
  const known = parts.map(({ name }) => name).join(', ');
  throw new Error(`Unknown part: ${[...wanted].join(', ')}. Known are ${known}.`);
}
