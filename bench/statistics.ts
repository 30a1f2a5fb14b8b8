export interface Summary {
  readonly median: number;
  /** The quartiles: half of all runs lie between them. */
  readonly low: number;
  readonly high: number;
  readonly runs: number;
}

/** @throws {RangeError} if there are no samples */
export function summarize(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new RangeError('No run to sum up.');
  const sorted = [...samples].sort((one, other) => one - other);
  return {
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
    runs: sorted.length,
  };
}

/**
 * Returns ours divided by theirs, round by round. Runs of one round are close in time, so a slow phase of the
 * machine cancels out. The quartiles show the remaining noise.
 *
 * @param waiting milliseconds added to each of theirs
 * @throws {RangeError} if there are no rounds, or their numbers differ
 */
export function compareRounds(ours: readonly number[], theirs: readonly number[], waiting = 0): Summary {
  if (ours.length !== theirs.length) throw new RangeError('Rounds are compared in pairs.');
  return summarize(ours.map((elapsed, round) => elapsed / ((theirs[round] ?? 0) + waiting)));
}

/** Interpolates between neighbouring values. */
function quantile(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * Returns the order of one round. It rotates by one each time, so that side effects of the previous run (a warm
 * cache, a busy disk) affect everyone equally.
 */
export function rotate<Item>(items: readonly Item[], round: number): readonly Item[] {
  const start = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
