import { expect, it } from 'vitest';
import { dialects } from '../../src/sandbox/dialects/dialects';
import { type Scenario, scenario } from '../harness/scenario';
import { key } from './blocks';

/** Two combinations, in which each option of a dialect occurs once. */
const { strict, canonical, lagging, terse, verbose } = dialects;
const played = [
  ['canonical, lagging and terse', { ...canonical, ...lagging, ...terse }],
  ['strict, verbose and late in reads', { ...strict, ...verbose, lateReads: 1500 }],
] as const;

/** A canonical platform spells the address in another way, and sorts the lists. */
const objects = (name: string, path: string, release: number) => `
resource "svc_webhook_endpoint" "${name}" {
  url    = "https://${name}.Receiver.example:443${path}"
  events = ["incident.created", "alert.created"]
  secret = var.signing
}
${key(name, {
  called: name + path,
  scope: 'devices:read", "alerts:read',
  more: `rotation = { overlap_days = 0, triggers = { release = "${release}" } }`,
})}`;
const imported = (type: string, id: string) => `import {\n  to = ${type}.b\n  id = "${id}"\n}\n`;

const idsIn = (state: Awaited<ReturnType<Scenario['state']>>) =>
  state.resources.map(({ values }) => String(values['id'])).sort();

it.each(played)('on a platform that is %s, both resources live as on any other', async (name, dialect) => {
  const provider = dialect.lastPage && !('next_cursor' in dialect.lastPage) ? 'lists_are_whole = true' : '';
  const s = await scenario({ provider, sandbox: { dialect } });
  const secret = await s.plantSecret('signing');
  const { webhooks, apiKeys, requests } = s.platform.controls;
  const atApply = name.includes('verbose') ? [/has the unknown status "paused"/] : [];
  const created = await s.apply(objects('a', '', 1), { atApply });

  // Changed in place, and two objects of others imported.
  const events = ['alert.created', 'incident.created'];
  const theirs = { url: 'https://b.receiver.example/', events, secret };
  const { id: endpoint } = await s.behindTheBack(() => webhooks.create(theirs));
  const scopes = ['alerts:read', 'devices:read'];
  const { id: key } = await s.behindTheBack(() =>
    apiKeys.create({ name: 'b/new', tenant_id: 'ten_acme', scopes }),
  );
  const imports = imported('svc_webhook_endpoint', endpoint) + imported('svc_api_key', key);
  const both = (release: number) => objects('a', '/new', release) + objects('b', '/new', 1);
  const changed = await s.apply(imports + both(1), { warnings: 'any' });
  expect(idsIn(changed.state)).toEqual([...idsIn(created.state), endpoint, key].sort());

  // Healed after a change by others, and rotated.
  await s.behindTheBack(() => {
    for (const { id } of webhooks.all()) webhooks.update(id, { url: 'https://evil.example/' });
    apiKeys.update(key, { scopes: ['tenants:read'] });
  });
  const healed = await s.apply(both(2), { warnings: 'any' });
  expect(healed.state.resources).toHaveLength(4);
  expect(requests.count('webhooks.create')).toBe(1);
  expect(requests.count('apiKeys.create')).toBe(2);

  await s.destroy({ warnings: 'any' });
  expect([webhooks.all(), apiKeys.all()]).toEqual([[], []]);
});
