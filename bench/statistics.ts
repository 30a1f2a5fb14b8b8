export interface Summary {
  readonly median: number;
  /** The quartiles: half of all runs lie between them. */
  readonly low: number;
  readonly high: number;
  readonly runs: number;
}

/** @throws {RangeError} when there is nothing to sum up */
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
 * How many times as long ours took, round by round. Runs of one round are neighbours in time, so that a minute in
 * which the machine was slow divides itself out, and the quartiles say what is left of the noise.
 *
 * @param waiting milliseconds added to each of theirs
 * @throws {RangeError} when there are no rounds, or one has more of them than the other
 */
export function compareRounds(ours: readonly number[], theirs: readonly number[], waiting = 0): Summary {
  if (ours.length !== theirs.length) throw new RangeError('Rounds are compared in pairs.');
  return summarize(ours.map((elapsed, round) => elapsed / ((theirs[round] ?? 0) + waiting)));
}

/** Between two neighbours the value is interpolated. */
function quantile(sorted: readonly number[], part: number): number {
  const position = (sorted.length - 1) * part;
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? below;
  return below + (above - below) * (position - Math.floor(position));
}

/**
 * The order of one round. It is turned by one each time, so that what a neighbour leaves behind (a warm cache, a
 * busy disk) meets everyone alike.
 */
export function turn<Item>(items: readonly Item[], round: number): readonly Item[] {
  const start = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
