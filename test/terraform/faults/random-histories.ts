import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { OperationName } from '../../../src/client';
import type { FaultEffect } from '../../../src/sandbox';
import { TerraformFailed } from '../../harness/scenario';
import { diagnosticsIn } from '../../harness/terraform/terraform-json';
import { endpoint, key } from '../blocks';
import type { Ground } from './rule-book/ground';
import type { Strangers, Wanted } from './strangers';

/** Every kind of request that changes the platform. */
const writeOperations = [
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'apiKeys.create',
  'apiKeys.update',
  'apiKeys.delete',
] as const satisfies readonly OperationName[];

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type Kill = ValueOf<typeof kills>;
type Step = ValueOf<typeof steps>;

/** One round: the configuration changes, something happens to the platform or to the apply. */
interface Round {
  readonly wanted: Wanted;
  readonly step: Step;
}

const versions = fc.dictionary(fc.constantFrom(...'abcdefgh'), fc.integer({ min: 0, max: 2 }), {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
});
const wanted: fc.Arbitrary<Wanted> = fc.record({ endpoints: versions, keys: versions });
const writes = fc.constantFrom<OperationName>(...writeOperations);
const effects = fc.constantFrom<FaultEffect>(
  { kind: 'drop-after' },
  { kind: 'drop-before' },
  { kind: 'status', status: 500 },
  { kind: 'status-after', status: 502 },
  { kind: 'status', status: 429, headers: { 'retry-after': '0' } },
  { kind: 'status-after', status: 200, body: '<html>' },
  { kind: 'status', status: 403 },
);
const kills = fc.record({
  kind: fc.constant('kill'),
  operation: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom<OperationName>('webhooks.create', 'apiKeys.create') },
    { weight: 1, arbitrary: writes },
  ),
  /** Requests of the operation that are answered before. */
  after: fc.nat(1),
  effect: fc.constantFrom('hang-before', 'hang-after'),
  signal: fc.constantFrom('SIGINT', 'SIGTERM', 'SIGKILL', 'SIGKILL'),
  hitsProviders: fc.boolean(),
  /** Whether no state has anything of the run. */
  losesState: fc.boolean(),
  /** When another hand makes objects that equal what the configuration wants. */
  strangers: fc.constantFrom('none', 'during the request', 'afterwards'),
});
const steps = fc.oneof(
  fc.record({ kind: fc.constant('edit'), victim: fc.nat(5) }),
  fc.record({ kind: fc.constant('delete'), victim: fc.nat(5) }),
  fc.record({ kind: fc.constant('stranger'), version: fc.nat(2) }),
  fc.record({ kind: fc.constant('other value') }),
  fc.record({ kind: fc.constant('fault'), operation: writes, effect: effects, after: fc.nat(1) }),
  { weight: 4, arbitrary: kills },
);

/** Names change from one round to the next, so that most rounds have a create. */
export const rounds = (length: number): fc.Arbitrary<readonly Round[]> =>
  fc.array(fc.record({ wanted, step: steps }), { minLength: length, maxLength: length });

/** Two equal endpoints are an error, so of each version there is one. Its name changes from round to round. */
function configurationOf({ endpoints, keys }: Wanted): string {
  const byPath = new Map(Object.entries(endpoints).map(([name, path]) => [path, name]));
  const endpointBlocks = [...byPath].map(([path, name]) => endpoint(name, { path }));
  const keyBlocks = Object.entries(keys).map(([name, version]) =>
    key(name, { called: `version ${version}` }),
  );
  return [...endpointBlocks, ...keyBlocks].join('');
}

/** Lets one round happen; afterwards one undisturbed apply has to bring all in order. */
export async function play(ground: Ground, strangers: Strangers, { wanted, step }: Round): Promise<void> {
  const { s, controls } = ground;
  await s.configure(configurationOf(wanted));
  if (step.kind === 'kill') await killedApply(ground, strangers, wanted, step);
  else if (step.kind === 'other value') await otherValue(ground, strangers);
  else if (step.kind === 'fault') {
    const { kind: _kind, ...fault } = step;
    controls.faults.add(fault);
    await strangers.settle('any').catch((error: unknown) => {
      if (!(error instanceof TerraformFailed)) throw error;
    });
  } else await behindTheBack(ground, strangers, step);
  controls.faults.clear();
  await strangers.settle('all');
}

/** Each update is answered with values that nobody has sent, and does nothing: the apply says so. */
async function otherValue({ s, controls }: Ground, strangers: Strangers): Promise<void> {
  const faults = (await s.state()).resources.map(({ values }) => {
    const body = { id: values['id'], name: 'other', url: 'https://other.example/' };
    const effect = { kind: 'status', status: 200, body } as const;
    return controls.faults.add({ method: 'PATCH', id: String(body.id), effect });
  });
  const said = (await strangers.settle('any')).filter(({ summary }) => summary.includes('another value'));
  expect(said).toHaveLength(faults.filter(({ hits }) => hits > 0).length);
}

async function behindTheBack(
  { s }: Ground,
  strangers: Strangers,
  step: Extract<Step, { kind: 'edit' | 'delete' | 'stranger' }>,
): Promise<void> {
  if (step.kind === 'stranger')
    return strangers.plant({ endpoints: { one: step.version }, keys: { one: step.version } });
  const managed = (await s.state()).resources.map(({ type, values }) => ({ type, id: String(values['id']) }));
  await s.behindTheBack(api => {
    const victim = managed[step.victim % Math.max(managed.length, 1)];
    if (victim === undefined) return;
    const { id } = victim;
    if (step.kind === 'delete') api.webhooks.delete(id) || api.apiKeys.delete(id);
    else if (victim.type === 'svc_api_key') api.apiKeys.update(id, { name: 'edited by hand' });
    else api.webhooks.update(id, { url: 'https://edited.example/' });
  });
}

/**
 * Where the apply has no such request, it ends undisturbed. A state that the kill has torn is lost as well: Terraform empties
 * the file before it writes, and takes an empty one for no state. As a user puts `terraform.tfstate.backup` back, this puts
 * the state from before back.
 */
async function killedApply(ground: Ground, strangers: Strangers, wanted: Wanted, kill: Kill): Promise<void> {
  const state = join(ground.s.workspace.root, 'terraform.tfstate');
  const kept = await readFile(state).catch(() => undefined);
  const isKilled = await applyAndKill(ground, strangers, wanted, kill);
  if (isKilled) strangers.kills += 1;
  if ((isKilled && kill.losesState) || !(await isWhole(state)))
    await (kept === undefined ? rm(state, { force: true }) : writeFile(state, kept));
  if (kill.strangers === 'afterwards') await strangers.plant(wanted);
}

/** A file that is not there was never written. */
async function isWhole(state: string): Promise<boolean> {
  const text = await readFile(state, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}

async function applyAndKill(
  { s, controls: { faults } }: Ground,
  strangers: Strangers,
  wanted: Wanted,
  { operation, after, effect, signal, hitsProviders, strangers: planted }: Kill,
): Promise<boolean> {
  const held = faults.add({ operation, after, effect: { kind: effect } });
  const terraform = s.start('apply', '-auto-approve', '-json');
  const isHeld = await Promise.race([held.reached.then(() => true), terraform.finished.then(() => false)]);
  if (!isHeld) {
    strangers.hear(diagnosticsIn((await terraform.finished).stdout));
    return false;
  }
  // One equal endpoint in time is taken over by rule. Beside the one of the request it is one of two.
  if (planted === 'during the request' && effect === 'hang-after') await strangers.plant(wanted);
  if (hitsProviders) await terraform.killAll(signal);
  else terraform.kill(signal);
  const lifting = setTimeout(() => faults.clear(), 300);
  const { stdout } = await terraform.finished;
  clearTimeout(lifting);
  // The last line of a killed Terraform may be cut off.
  strangers.hear(diagnosticsIn(stdout.slice(0, stdout.lastIndexOf('\n') + 1)));
  while ((await terraform.providers()).length > 0) await new Promise(resolve => setTimeout(resolve, 50));
  return true;
}
