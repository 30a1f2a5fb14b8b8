import { expect, it } from 'vitest';
import type { FaultEffect } from '../../../../src/sandbox';
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
  await s.configure(oneOfEach);
  const { stdout: said } = await ground.succeed('apply', '-auto-approve', '-no-color');
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
