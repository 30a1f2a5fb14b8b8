import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { combinations, said } from './combinations';
import { Ground } from './ground';

const both = endpoint('a') + key('k');
const kept = endpoint('kept');
const fault = 'killed after the platform’s answer, before any state had it';
const announced = (ids: readonly string[]) =>
  ids.map(id => new RegExp(`${id} will be (?:taken over|issued anew)`));

/** An endpoint and a key that the platform has answered, a kill, and a state without them. */
async function cutOff(options: Parameters<typeof Ground.prepare>[0] = {}) {
  const ground = await Ground.prepare(options);
  await ground.s.startFrom(kept);
  await ground.s.configure(kept + both);
  const [endpointId = '', keyId = ''] = await ground.cutOffAfterAnswers(2);
  ground.controls.requests.clear();
  return { ground, s: ground.s, endpointId, keyId, ids: [endpointId, keyId] };
}

/** Neither of the objects is changed or revoked, and others are beside them. */
function expectUntouched(ground: Ground, ids: readonly string[], objects = 5): void {
  const { requests } = ground.controls;
  expect(ground.ids).toEqual(expect.arrayContaining([...ids]));
  expect(ground.ids).toHaveLength(objects);
  expect([requests.count('webhooks.update'), requests.count('apiKeys.delete')]).toEqual([0, 0]);
  for (const id of ids) ground.s.disown(id);
}

describe.each(combinations)('Idempotency-Key %s, %s', (idempotency, kind) => {
  it('one apply takes over the endpoint, and issues another key before it revokes the first, as planned', async () => {
    const { ground, s, endpointId, ids } = await cutOff({ idempotency, kind });
    const { plan, next, state } = await s.apply(undefined, { warnings: announced(ids) });
    expect(plan.warnings).toHaveLength(2);
    expect(next.warnings).toEqual([]);
    expect(ground.ids).toHaveLength(3);
    const idOf = (address: string) => state.resources.find(each => each.address === address)?.values['id'];
    expect(idOf('svc_webhook_endpoint.a')).toBe(endpointId);
    const writes = s.platform.controls.requests
      .all()
      .flatMap(({ operation = '' }) => (/create|delete/.test(operation) ? [operation] : []));
    expect(writes).toEqual(['apiKeys.create', 'apiKeys.delete']);
    expect(await ground.entries()).toBe('');
    recordRow({
      fault,
      moment: `an endpoint and a key; then a whole run (${said(idempotency, kind)})`,
      outcome:
        'the plan names both; the endpoint is taken over; another key is issued, then the first is revoked',
    });
  });
});

describe('the plan says what its apply does', () => {
  it('a saved plan names what is taken over', async () => {
    const { s, ids } = await cutOff();
    const plan = await s.plan(undefined, { file: 'whole.tfplan' });
    await s.applyPlan(plan, { warnings: announced(ids) });
    recordRow({ fault, moment: 'a saved plan', outcome: 'names both; one apply converges' });
  });

  it('apply without a saved plan: said once, and done once', async () => {
    const { ground, s, ids } = await cutOff();
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    for (const pattern of announced(ids)) expect(stdout.match(new RegExp(pattern, 'g'))).toHaveLength(1);
    expect(ground.ids).toHaveLength(3);
    await s.checkInvariants();
    recordRow({ fault, moment: '`apply` without a saved plan', outcome: 'one apply converges' });
  });

  it('fields that are known only at apply: the apply says it', async () => {
    const ground = await Ground.prepare();
    const path = '$' + '{terraform_data.path.output}';
    await ground.s.configure(
      `resource "terraform_data" "path" {\n  input = "a"\n}\n${endpoint('a', { path })}`,
    );
    const [id = ''] = await ground.cutOffAfterAnswers(1);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    expect(stdout).toMatch(new RegExp(`${id} was taken over`));
    expect(ground.ids).toEqual([id]);
    await ground.s.checkInvariants();
    recordRow({
      fault,
      moment: 'an endpoint whose address is known only at apply',
      outcome: 'taken over; the apply says it',
    });
  });

  it('the rotation of a key: another one is issued, then the lost one is revoked', async () => {
    const ground = await Ground.prepare();
    const rotating = (release: number) =>
      key('k', { more: `rotation = { overlap_days = 7, triggers = { release = "${release}" } }` });
    await ground.s.startFrom(rotating(1));
    await ground.s.configure(rotating(2));
    const [id = ''] = await ground.cutOffAfterAnswers(1);
    await ground.s.apply(undefined, { warnings: [new RegExp(`${id} will be issued anew`), /.*/s] });
    expect(ground.ids).toHaveLength(2);
    expect(ground.ids).not.toContain(id);
    recordRow({ fault, moment: 'the rotation of a key', outcome: 'one apply converges' });
  });

  it('killed again while the first key is being revoked: one apply leaves one key', async () => {
    const { ground, s } = await cutOff();
    const held = ground.controls.faults.add({ operation: 'apiKeys.delete', effect: { kind: 'hang-before' } });
    await ground.losingTheState(async () => {
      const terraform = s.start('apply', '-auto-approve', '-no-color');
      await held.reached;
      await ground.kill(terraform, true);
    });
    ground.controls.faults.clear();
    await ground.succeed('apply', '-auto-approve', '-no-color');
    expect(ground.ids).toHaveLength(3);
    await s.checkInvariants();
    recordRow({
      fault: 'killed after the platform’s answer, and again while the first key is being revoked',
      moment: 'a key; then an apply',
      outcome: 'one apply converges: one key, with its value',
    });
  });
});

describe('only marked entries of this place are used', () => {
  it('a restricted run names them and creates others', async () => {
    const { ground, s, ids } = await cutOff();
    const flags = ['-target=svc_webhook_endpoint.a', '-target=svc_api_key.k'];
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color', ...flags);
    for (const id of ids) {
      expect(stdout).toContain(`${id} is not taken over by this run`);
      expect(stdout).toMatch(new RegExp(`terraform import \\S+\\.NAME ${id}`));
    }
    expectUntouched(ground, ids);
    await s.plan();
    for (const id of ids) expect((await ground.warnings()).join('\n')).toContain(`${id} is in no state`);
    recordRow({
      fault,
      moment: 'an apply with -target',
      outcome: 'nothing is touched; the apply names both, and so does each plan after a whole one',
    });
  });

  it.each(['-state', 'another workspace', 'another address of the HTTP backend'] as const)(
    'at another place they are look-alikes: %s',
    async place => {
      const isRemote = place.includes('HTTP');
      const { ground, ids } = await cutOff({ kind: isRemote ? 'HTTP backend' : 'local state' });
      const other = ground.backend?.address('other');
      if (place === 'another workspace') await ground.succeed('workspace', 'new', 'other');
      const reinitialize = ['init', '-reconfigure', '-no-color'];
      if (isRemote) await ground.succeed(...reinitialize, `-backend-config=address=${other}`);
      const flags = place === '-state' ? ['-state=other.tfstate'] : [];
      const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color', ...flags);
      for (const id of ids) expect(stdout).toMatch(new RegExp(`${id}.* looks the same`));
      expectUntouched(ground, ids, 6);
      for (const id of ground.ids) ground.s.disown(id);
      if (place === 'another workspace') await ground.succeed('workspace', 'select', 'default');
      if (isRemote) await ground.succeed(...reinitialize);
      expect((await ground.succeed('apply', '-auto-approve', '-no-color')).stdout).toMatch(
        announced(ids)[0] ?? '',
      );
      expect(ground.ids).toHaveLength(6);
      recordRow({
        fault,
        moment: `an apply of the same at another place: ${place}`,
        outcome: 'nothing is touched, both are named; at their own place the next apply converges',
      });
    },
  );

  it.each([
    ['-refresh=false', ['plan', '-refresh=false', '-no-color']],
    ['-refresh-only', ['apply', '-refresh-only', '-auto-approve', '-no-color']],
    ['a plan', ['plan', '-no-color']],
  ] as const)('between the kill and the apply: %s', async (name, command) => {
    const { ground, s, ids } = await cutOff();
    await ground.succeed(...command);
    await s.apply(undefined, { warnings: announced(ids) });
    expect(ground.ids).toHaveLength(3);
    recordRow({ fault, moment: `${name} first; then an apply`, outcome: 'one apply converges' });
  });
});

describe('every other entry is named, and nothing is done', () => {
  it('the resources leave the configuration: plans name both, until they are gone or forgotten', async () => {
    const { ground, s, endpointId, keyId, ids } = await cutOff();
    await s.configure(kept);
    await ground.succeed('apply', '-auto-approve', '-no-color');
    expectUntouched(ground, ids, 3);
    for (const id of ids) expect((await ground.warnings()).join('\n')).toContain(`journal delete ${id}`);
    await s.behindTheBack(api => api.webhooks.delete(endpointId));
    const [only, ...others] = await ground.warnings();
    expect([only, others]).toEqual([expect.stringContaining(`${keyId} is in no state`), []]);
    recordRow({
      fault,
      moment: 'an endpoint and a key, whose resources then leave the configuration',
      outcome: 'nothing is touched; each plan after a whole one names both, until they are gone',
    });
  });

  it('somebody has changed them since: others are created, and plans name both', async () => {
    const { ground, s, endpointId, keyId, ids } = await cutOff();
    await s.behindTheBack(api => {
      api.webhooks.update(endpointId, { url: 'https://receiver.example/changed' });
      api.apiKeys.update(keyId, { name: 'changed' });
    });
    await ground.succeed('apply', '-auto-approve', '-no-color');
    expectUntouched(ground, ids);
    const warnings = (await ground.warnings()).join('\n');
    for (const id of ids) expect(warnings).toContain(`${id} is in no state`);
    recordRow({
      fault,
      moment: 'an endpoint and a key that somebody has changed since',
      outcome: 'nothing is touched; each later plan names both',
    });
  });

  it('webhooks.update is unavailable: the endpoint is named, and another one is created', async () => {
    const { ground, s, endpointId } = await cutOff({
      provider: 'unavailable_operations = ["webhooks.update"]',
    });
    s.disown(endpointId);
    const { plan } = await s.apply(undefined, { warnings: 'any' });
    expect(JSON.stringify(plan.warnings)).toContain(`${endpointId} looks the same`);
    expect(ground.ids).toContain(endpointId);
    recordRow({
      fault: 'killed after the platform’s answer, and webhooks.update is unavailable',
      moment: 'an endpoint; then a whole run',
      outcome: 'named with its import line; another one is created',
    });
  });

  it('an object that cannot be read fails its create', async () => {
    const { ground, s, endpointId } = await cutOff();
    const plan = await s.plan();
    ground.controls.faults.add({
      operation: 'webhooks.get',
      times: 99,
      effect: { kind: 'status', status: 503 },
    });
    const failed = await s.terraform('apply', '-no-color', plan.file);
    expect(failed.stderr).toMatch(new RegExp(`Object of earlier apply cannot be read[^]*${endpointId}`));
    ground.controls.faults.clear();
    expect(ground.ids).toHaveLength(3);
    await s.apply(undefined, { warnings: 'any' });
    expect(ground.ids).toHaveLength(3);
    recordRow({
      fault: 'killed after the platform’s answer, and the object cannot be read',
      moment: 'an endpoint and a key',
      outcome: 'an error, nothing is created; when they can be read, one apply converges',
    });
  });
});
