import type { BackendKind, Idempotency } from './ground';

/** Every platform and every state that a row of the rule book is shown with. */
export const combinations: readonly (readonly [Idempotency, BackendKind])[] = [
  ['ignored', 'local state'],
  ['ignored', 'HTTP backend'],
  ['honoured', 'local state'],
  ['honoured', 'HTTP backend'],
];

export const backends: readonly BackendKind[] = ['local state', 'HTTP backend'];

/** For the row's moment, such as `Idempotency-Key ignored, HTTP backend`. */
export const said = (idempotency: Idempotency, kind: BackendKind) =>
  `Idempotency-Key ${idempotency}, ${kind}`;
