import { expect, it } from 'vitest';
import type { FaultEffect } from '../../../../src/sandbox';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

const losses: Readonly<Record<string, FaultEffect>> = {
  'reset after the commit': { kind: 'drop-after' },
  'reset before the commit': { kind: 'drop-before' },
  'held until the time-out, after the commit': { kind: 'hang-after' },
  '502 after the commit': { kind: 'status-after', status: 502 },
  '503 before the commit': { kind: 'status', status: 503 },
};

/** One of each kind and each loss: every request of an apply meets another fault, all at once. */
const each = (resource: string, fields: string) =>
  `resource "${resource}" "each" {\n  for_each = toset(${JSON.stringify(Object.keys(losses))})\n${fields}}\n`;
const oneOfEach =
  each(
    'svc_webhook_endpoint',
    '  url = join("/", ["https://a.example", urlencode(each.key)])\n  events = ["alert.created"]\n  secret = var.signing\n',
  ) + each('svc_api_key', '  name = each.key\n  tenant_id = "ten_acme"\n  scopes = ["alerts:read"]\n');

it(`an answer is lost (${Object.keys(losses).join('; ')}): one apply has all in the state; an extra key is named and never revoked`, async () => {
  const ground = await Ground.prepare({ provider: 'request_timeout = 2\nmax_retries = 1' });
  const { s, controls } = ground;
  for (const effect of Object.values(losses))
    for (const name of ['webhooks', 'apiKeys'] as const)
      controls.faults.add({ operation: `${name}.create`, effect });
  const said = await ground.applyAlone(oneOfEach);
  const { resources } = await s.state();
  expect(resources).toHaveLength(10);
  const inState = resources.map(({ values }) => String(values['id']));
  const extra = ground.ids.filter(id => !inState.includes(id));
  // Nothing tells it from a stranger's, so it stays, but only if the apply has said its id.
  for (const id of extra) {
    expect(said).toMatch(new RegExp(`API key [^\n]*${id}[^\n]* may be a duplicate`));
    s.disown(id);
  }
  expect(extra).toHaveLength(3);
  expect(controls.requests.count('apiKeys.delete')).toBe(0);
  expect(said.match(/was found after a lost answer/g)).toHaveLength(3);
  await s.checkInvariants();
});

it('a page instead of the answer of a success: the endpoint is found, the key is not asked for again in this apply', async () => {
  const { s, controls } = await Ground.prepare();
  for (const operation of ['webhooks.create', 'apiKeys.create'] as const)
    controls.faults.add({ operation, effect: { kind: 'status-after', status: 201, body: '<html>' } });
  await s.configure(endpoint('a') + key('k'));
  const { code, stdout, stderr } = await s.terraform('apply', '-auto-approve', '-no-color');
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('was found after a lost answer');
  expect(stdout + stderr).toContain('Outcome of create unknown');
  expect(controls.requests.count('apiKeys.create')).toBe(1);
});

it('503 without effect, meanwhile another state creates an equal object: the endpoint gets our secret, the key stays theirs, and a warning names each', async () => {
  const ground = await Ground.prepare({ idempotency: 'honoured' });
  const { s, controls } = ground;
  const effect = { kind: 'status', status: 503, headers: { 'retry-after': '3' } } as const;
  for (const operation of ['webhooks.create', 'apiKeys.create'] as const)
    controls.faults.add({ operation, effect });
  const theirs = Promise.all([
    controls.requests
      .arrived('webhooks.create')
      .then(() =>
        s.behindTheBack(api =>
          api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }),
        ),
      ),
    controls.requests
      .arrived('apiKeys.create')
      .then(() =>
        s.behindTheBack(api =>
          api.apiKeys.issue({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }),
        ),
      ),
  ]);
  const said = await ground.applyAlone(endpoint('a') + key('k'));
  const [taken, kept] = await theirs;
  expect(controls.webhooks.all().map(({ id }) => id)).toEqual([taken.id]);
  expect(said).toContain(`Webhook endpoint ${taken.id} was found after a lost answer`);
  expect(controls.apiKeys.all().map(({ id }) => id)).toContain(kept.id);
  expect(said).toContain(`API key ${kept.id} may be a duplicate`);
  const inState = (await s.state()).resources.map(({ values }) => values['id']);
  expect(inState).toContain(taken.id);
  expect(inState).not.toContain(kept.id);
  // The invariants compare the secret, too.
  await s.checkInvariants();
});

it('a file is in place of the journal’s folder, and an answer is lost: all objects are in the state, with one warning', async () => {
  const ground = await Ground.prepare();
  await ground.s.workspace.write('.terraform/svc-journal', 'a file');
  ground.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-before' } });
  const said = await ground.applyAlone(endpoint('a') + endpoint('b') + key('k'));
  expect(said.match(/Warning: .*/g)).toEqual(['Warning: Creations are not journalled']);
  expect((await ground.s.state()).resources).toHaveLength(3);
});
