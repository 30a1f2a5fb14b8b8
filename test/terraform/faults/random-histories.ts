import * as fc from 'fast-check';
import type { OperationName } from '../../../src/client';
import type { FaultEffect } from '../../../src/sandbox';
import { type Scenario, TerraformFailed } from '../../harness/scenario';
import { endpoint, key } from '../blocks';
import { writeOperations } from './write-operations';

/** What the configuration wants: a version of each object by its name, absent where there is none. */
export interface Wanted {
  readonly endpoints: Readonly<Record<string, number>>;
  readonly keys: Readonly<Record<string, number>>;
}

export type Step =
  | { readonly kind: 'edit'; readonly victim: number }
  | { readonly kind: 'delete'; readonly victim: number }
  | { readonly kind: 'stranger'; readonly version: number }
  | {
      readonly kind: 'fault';
      readonly operation: OperationName;
      readonly effect: FaultEffect;
      readonly after: number;
    }
  | {
      readonly kind: 'kill';
      readonly operation: OperationName;
      readonly effect: 'hang-before' | 'hang-after';
      readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL';
      readonly hitsProviders: boolean;
    };

/** One round: the configuration changes, something happens to the platform or to the apply. */
export interface Round {
  readonly wanted: Wanted;
  readonly step: Step;
}

const versions = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }), {
  maxKeys: 3,
  noNullPrototype: true,
});
const writes = fc.constantFrom<OperationName>(...writeOperations);
const effects = fc.constantFrom<FaultEffect>(
  { kind: 'drop-after' },
  { kind: 'drop-before' },
  { kind: 'status', status: 500 },
  { kind: 'status-after', status: 502 },
  { kind: 'rate-limit', retryAfterSeconds: 0 },
  { kind: 'garbage' },
  { kind: 'status', status: 403 },
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), victim: fc.nat(5) }),
  fc.record({ kind: fc.constant('delete' as const), victim: fc.nat(5) }),
  fc.record({ kind: fc.constant('stranger' as const), version: fc.nat(2) }),
  fc.record({ kind: fc.constant('fault' as const), operation: writes, effect: effects, after: fc.nat(1) }),
  fc.record({
    kind: fc.constant('kill' as const),
    operation: writes,
    effect: fc.constantFrom('hang-before' as const, 'hang-after' as const),
    signal: fc.constantFrom('SIGINT' as const, 'SIGTERM' as const, 'SIGKILL' as const),
    hitsProviders: fc.boolean(),
  }),
);

export const rounds = (length: number): fc.Arbitrary<readonly Round[]> =>
  fc.array(fc.record({ wanted: fc.record({ endpoints: versions, keys: versions }), step: steps }), {
    minLength: length,
    maxLength: length,
  });

/** Endpoints of one version look the same whatever their name: the hardest case for whoever looks for a lost one. */
export function configurationOf({ endpoints, keys }: Wanted): string {
  const endpointBlocks = Object.entries(endpoints).map(([name, path]) => endpoint(name, { path }));
  const keyBlocks = Object.entries(keys).map(([name, version]) =>
    key(name, { called: `version ${version}` }),
  );
  return [...endpointBlocks, ...keyBlocks].join('');
}

/** Lets one round happen; afterwards one undisturbed apply has to bring all in order. */
export async function play(s: Scenario, { wanted, step }: Round): Promise<void> {
  const { faults } = s.platform.controls;
  await s.configure(configurationOf(wanted));
  if (step.kind === 'kill') await killedApply(s, step);
  else if (step.kind === 'fault') {
    faults.add(step);
    await s.apply(undefined, { warnings: 'any' }).catch((error: unknown) => {
      if (!(error instanceof TerraformFailed)) throw error;
    });
  } else await behindTheBack(s, step);
  faults.clear();
  await s.apply(undefined, { warnings: 'any' });
}

async function behindTheBack(
  s: Scenario,
  step: Extract<Step, { kind: 'edit' | 'delete' | 'stranger' }>,
): Promise<void> {
  const managed = (await s.state()).resources.map(({ type, values }) => ({ type, id: String(values['id']) }));
  await s.behindTheBack(api => {
    if (step.kind === 'stranger') {
      api.webhooks.create({ url: `https://receiver.example/${step.version}`, events: ['alert.created'] });
      return;
    }
    const victim = managed[step.victim % Math.max(managed.length, 1)];
    if (victim === undefined) return;
    const { id } = victim;
    if (step.kind === 'delete') api.webhooks.delete(id) || api.apiKeys.delete(id);
    else if (victim.type === 'svc_api_key') api.apiKeys.update(id, { name: 'edited by hand' });
    else api.webhooks.update(id, { url: 'https://edited.example/' });
  });
}

/** Where the apply has no such request, it ends undisturbed. */
async function killedApply(s: Scenario, step: Extract<Step, { kind: 'kill' }>): Promise<void> {
  const { faults } = s.platform.controls;
  const held = faults.add({ operation: step.operation, effect: { kind: step.effect } });
  const terraform = s.start('apply', '-auto-approve', '-no-color');
  const isHeld = await Promise.race([held.reached.then(() => true), terraform.finished.then(() => false)]);
  if (!isHeld) return;
  if (step.hitsProviders) await terraform.killAll(step.signal);
  else terraform.kill(step.signal);
  const lifting = setTimeout(() => faults.clear(), 300);
  await terraform.finished;
  clearTimeout(lifting);
  while ((await terraform.providers()).length > 0) await new Promise(resolve => setTimeout(resolve, 50));
}
