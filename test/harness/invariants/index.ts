import { converged } from './converged';
import { nothingLeaked } from './nothing-leaked';
import { nothingOrphaned } from './nothing-orphaned';
import type { Invariant, Observation } from './observation';
import { platformEqualsState } from './platform-equals-state';

export type { Invariant, Observation } from './observation';

/** Conditions that hold after every apply, by name. */
export const invariants = {
  converged,
  platformEqualsState,
  nothingOrphaned,
  nothingLeaked,
} as const satisfies Record<string, Invariant>;

export type InvariantName = keyof typeof invariants;

export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';

  constructor(readonly breaches: Readonly<Partial<Record<InvariantName, readonly string[]>>>) {
    super(
      Object.entries(breaches)
        .map(([name, words]) => `${name}: ${words.join('\n  ')}`)
        .join('\n'),
    );
  }
}

/** @throws {InvariantBroken} with every violation */
export function checkInvariants(observation: Observation): void {
  const broken = Object.entries(invariants)
    .map(([name, invariant]) => [name, invariant(observation)] as const)
    .filter(([, breaches]) => breaches.length > 0);
  if (broken.length > 0) throw new InvariantBroken(Object.fromEntries(broken));
}
