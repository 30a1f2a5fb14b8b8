import type { Leak } from '../secrets/secrets';
import { managedObjects } from './managed-objects';
import type { Invariant, Observation } from './observation';
import { platformEqualsState } from './platform-equals-state';

/** After an apply, the next plan is empty. */
export const converged: Invariant = ({ next }) => {
  if (next === undefined || next.isEmpty) return [];
  const changes = Object.entries(next.changes).map(
    ([address, { actions }]) => `${actions.join('+')} ${address}`,
  );
  return [`the next plan is not empty: ${changes.join(', ')}\n${next.text}`];
};

/** No secret is in any output, log or plan text. */
export const nothingLeaked: Invariant = ({ leaks }) => leaks.map(sayLeak);

export const sayLeak = ({ secret, form, source, offset }: Leak) =>
  `${secret} stands ${form} in ${source}, at ${offset}`;

/** Attributes of a state that contain ids of objects on the platform: one, or a list. */
const idAttributes = ['id', 'previous_id', 'unrevoked_ids'];

/** Every object on the platform is in the state, or was created without Terraform. */
export const nothingOrphaned: Invariant = ({ state, platform, strangers }) => {
  const managed = state.resources.filter(({ mode }) => mode === 'managed');
  const known = new Set(managed.flatMap(({ values }) => idAttributes.flatMap(name => values[name])));
  return managedObjects(platform)
    .filter(({ id }) => !known.has(id) && !strangers.has(id))
    .map(({ id }) => `${id} is on the platform and in no state`);
};

/** Conditions that hold after every apply, by name. */
export const invariants = {
  converged,
  platformEqualsState,
  nothingOrphaned,
  nothingLeaked,
} as const satisfies Record<string, Invariant>;

export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';

  constructor(readonly breaches: Readonly<Partial<Record<keyof typeof invariants, readonly string[]>>>) {
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
