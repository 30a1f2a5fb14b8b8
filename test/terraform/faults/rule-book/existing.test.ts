import { describe, expect, it } from 'vitest';
import { endpoint, equalEndpoint, equalKey, key } from '../../blocks';
import { Ground } from './ground';

const apply = ['apply', '-auto-approve', '-no-color'] as const;
const makeEqual = ({ s }: Ground) =>
  s.behindTheBack(api => [api.webhooks.create(equalEndpoint('a')).id, api.apiKeys.create(equalKey('k')).id]);
const addressesOf = async ({ s }: Ground) => (await s.state()).resources.map(({ address }) => address);
const lifecycle = (block: string) =>
  block.replace(/\}\n$/, '  lifecycle {\n    create_before_destroy = true\n  }\n}\n');

describe('an endpoint that exists, and no state has shown', () => {
  it('is an error of the plan with its import block, and an equal key is named; with the block, one apply converges', async () => {
    const ground = await Ground.prepare();
    const { s, controls } = ground;
    const [id, keyId] = await makeEqual(ground);
    await s.configure(endpoint('a') + key('k'));
    for (const command of [['plan', '-no-color'], apply]) {
      controls.requests.clear();
      const { code, stdout, stderr } = await s.terraform(...command);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`Error: Endpoint exists already: ${id}`)]);
      expect(stderr.replace(/^│ ?/gm, '')).toContain(
        `    import {\n      to = svc_webhook_endpoint.NAME\n      id = "${id}"\n    }`,
      );
      expect(stdout + stderr).toContain(`Warning: Equal API key exists: ${keyId}`);
      // One list each of endpoints, which the check of the connection has read, keys and tenants, and a GET of each that exists.
      expect(controls.requests.count()).toBe(5);
    }
    const block = `import {\n  to = svc_webhook_endpoint.a\n  id = "${id}"\n}\n`;
    await s.apply(endpoint('a') + key('k') + block, {
      warnings: [/Equal API key exists/, /secret/],
      atApply: [/was there before/],
    });
    expect(ground.ids).toHaveLength(3);
  });

  it('appears between a plan and its apply: the apply registers beside it and names it, the key, too', async () => {
    const ground = await Ground.prepare();
    const { s } = ground;
    await s.configure(endpoint('a') + key('k'));
    await ground.succeed('plan', '-out=a.tfplan');
    const [id, keyId] = await makeEqual(ground);
    const { stdout } = await ground.succeed('apply', '-no-color', 'a.tfplan');
    expect(stdout).toContain(`Webhook endpoint ${id} was there before`);
    expect(stdout).toContain(`API key ${keyId} was there before`);
    await s.checkInvariants();
  });
});

const replacing = endpoint('a').replace('{\n', '{\n  on_degraded = "replace"\n');

/** Its own address counts as shown, also where no refresh shows it. */
it.each([
  ['-replace=svc_webhook_endpoint.a -target=svc_webhook_endpoint.a -refresh=false', 'destroy first, saved'],
  ['-replace=svc_webhook_endpoint.a', 'create first, saved'],
  ['degraded', 'create first, unsaved'],
])('an endpoint that is replaced by an equal one, by %s, %s plan: one is left', async (way, order) => {
  const ground = await Ground.prepare();
  await ground.s.startFrom(order.startsWith('create') ? lifecycle(replacing) : replacing);
  const [former] = ground.ids;
  if (way === 'degraded') ground.controls.webhooks.update(former ?? '', { status: 'degraded' });
  const flags = way === 'degraded' ? [] : way.split(' ');
  if (order.endsWith('unsaved')) await ground.succeed(...apply, ...flags);
  else {
    await ground.succeed('plan', '-out=a.tfplan', ...flags);
    await ground.succeed('apply', 'a.tfplan');
  }
  expect([ground.ids.length, ground.ids.includes(former ?? '')]).toEqual([1, false]);
  await ground.s.checkInvariants();
});

const counted = (name: string, count: number) =>
  endpoint(name, { path: '$' + '{count.index}' }).replace('{\n', `{\n  count = ${count}\n`);

it('blocks that are renamed without `moved`: the plan is an error and nothing was deleted, or every endpoint is there', async () => {
  const count = 60;
  const ground = await Ground.prepare();
  const { s } = ground;
  await s.startFrom(counted('a', count));
  const before = ground.ids;
  await s.configure(counted('b', count));
  const { code, stderr } = await s.terraform(...apply);
  if (code !== 0) expect([stderr.includes('Endpoint exists already'), ground.ids]).toEqual([true, before]);
  const left = ground.controls.webhooks.all().map(({ url }) => url);
  expect(new Set(left).size).toBe(count);
  if (code === 0) return;
  await s.apply(
    `${counted('b', count)}moved {\n  from = svc_webhook_endpoint.a\n  to = svc_webhook_endpoint.b\n}\n`,
  );
  expect(ground.ids).toEqual(before);
});

const block = (name: string, path: string) =>
  endpoint(name, { path: `${path}/$\{count.index}` }).replace('{\n', '{\n  count = 20\n');

const waits = (text: string) => text.replace('{\n', '{\n  depends_on = [svc_webhook_endpoint.taker]\n');

it.each([
  ['`-parallelism` of the number of objects', (leaver: string) => leaver, []],
  ['a first apply without the new block, also where the other waits for it', waits, [block('leaver', 'b')]],
])(
  'blocks that take over the addresses of others pass with %s, as the error says',
  async (_, order, first) => {
    const ground = await Ground.prepare();
    const { s } = ground;
    const both = order(block('leaver', 'b')) + block('taker', 'a');
    await s.startFrom(block('leaver', 'a'));
    await s.configure(both);
    if (order === waits)
      for (const flag of ['-parallelism=40', '-target=svc_webhook_endpoint.leaver'])
        expect((await s.terraform(...apply, flag)).stderr).toMatch(/first\s+apply\s+without\s+this\s+block/);
    for (const text of [...first, both]) {
      await s.configure(text);
      await ground.succeed(...apply, '-parallelism=40');
    }
    expect(ground.ids).toHaveLength(40);
    await s.checkInvariants();
  },
);

it('an endpoint that has left the address by the time another block has it is not named, so nobody deletes it', async () => {
  const ground = await Ground.prepare();
  const { s, controls } = ground;
  await s.startFrom(endpoint('b', { path: 'one' }));
  await s.configure(endpoint('a', { path: 'one' }) + endpoint('b', { path: 'two' }));
  await ground.succeed('plan', '-out=a.tfplan');
  const create = controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'hang-before' } });
  const applied = ground.succeed('apply', '-no-color', 'a.tfplan');
  await Promise.all([create.reached, controls.requests.arrived('webhooks.update')]);
  controls.faults.clear();
  expect((await applied).stdout).not.toContain('was there before');
  await s.checkInvariants();
});

it('two equal blocks of a plan are an error; so they are in the apply if only that knows the address, and nothing is doubled', async () => {
  const ground = await Ground.prepare();
  const { s } = ground;
  await s.configure(endpoint('a') + endpoint('b', { path: 'a' }));
  const planned = await s.terraform('plan', '-no-color');
  expect([planned.code, planned.stderr]).toEqual([1, expect.stringContaining('Endpoint is planned twice')]);
  const path = '$' + '{terraform_data.path.output}';
  const data = 'resource "terraform_data" "path" {\n  input = "a"\n}\n';
  await s.configure(data + endpoint('a', { path }) + endpoint('b', { path }));
  const applied = await s.terraform(...apply);
  expect([applied.code, applied.stderr]).toEqual([1, expect.stringContaining('Endpoint is planned twice')]);
  expect(ground.ids).toHaveLength(1);
  expect(await addressesOf(ground)).toHaveLength(2);
});
