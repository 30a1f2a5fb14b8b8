import { isWholeRun } from '../../../harness/extent';
import type { BackendKind, Idempotency } from './ground';

type Combination = readonly [Idempotency, BackendKind];

/** Shows each value once with each row. */
const covering: readonly Combination[] = [
  ['ignored', 'HTTP backend'],
  ['honoured', 'local state'],
];
/** Only `npm run test:all` shows rows with these. */
export const others: readonly Combination[] = [
  ['ignored', 'local state'],
  ['honoured', 'HTTP backend'],
];

/** The platforms and states with which this run shows a row: `npm run test:all` shows each row with all of them. */
export const combinations: readonly Combination[] = isWholeRun ? [...covering, ...others] : covering;

export const backends: readonly BackendKind[] = isWholeRun
  ? ['HTTP backend', 'local state']
  : ['HTTP backend'];

/** For the row's moment, such as `Idempotency-Key ignored, HTTP backend`. */
export const said = (idempotency: Idempotency, kind: BackendKind) =>
  `Idempotency-Key ${idempotency}, ${kind}`;
