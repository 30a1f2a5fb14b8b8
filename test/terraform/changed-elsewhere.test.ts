import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

/** What plans tell of changes by others is in what-a-plan-tells.test.ts. These tests show which plans tell it, and how often. */
const both = endpoint('a') + key('a');

async function changedByOthers(): Promise<Scenario> {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(both);
  await s.behindTheBack(({ webhooks, apiKeys }) => {
    for (const { id } of webhooks.all()) webhooks.update(id, { url: 'https://evil.example/hook' });
    for (const { id } of apiKeys.all()) apiKeys.update(id, { scopes: [] });
  });
  return s;
}

async function told(s: Scenario, ...flags: readonly string[]): Promise<readonly string[]> {
  const diagnostics = await s.diagnostics({ flags });
  return diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).toSorted();
}

const unlimited = /^API key a \(key_\w+\) was made unrestricted on the platform: /;
const redirected =
  /^Webhook endpoint receiver\.example \(wh_\w+\) was redirected to evil\.example on the platform: /;
const saying = (...patterns: readonly RegExp[]) => patterns.map(pattern => expect.stringMatching(pattern));

it('every plan that refreshes tells a change by others, also of a block that leaves; the apply does so once', async () => {
  const s = await changedByOthers();
  for (const flags of [[], ['-refresh-only'], []])
    expect(await told(s, ...flags)).toEqual(saying(unlimited, redirected));
  for (const flag of ['-refresh=false', '-destroy']) expect(await told(s, flag), flag).toEqual([]);
  await s.configure('');
  expect(await told(s)).toEqual(
    saying(
      /^API key a \(key_\w+\) is revoked at once/,
      /was made unrestricted.*Applying revokes it/,
      /was redirected to evil\.example.*Applying deletes/,
    ),
  );
  await s.configure(both);
  const { stdout } = await s.terraform('apply', '-no-color', '-auto-approve');
  for (const words of [/was made unrestricted/g, /was redirected/g])
    expect(stdout.match(words)).toHaveLength(1);
  await s.checkInvariants();
});

it('a change by others is told until an apply has restored it, although the state contains it', async () => {
  const s = await changedByOthers();
  const refused = { times: 9, effect: { kind: 'status', status: 403 } } as const;
  for (const operation of ['webhooks.update', 'apiKeys.update'] as const)
    s.platform.controls.faults.add({ operation, ...refused });
  await s.expectError(both, /lacks permission/);
  s.platform.controls.faults.clear();
  await s.apply(undefined, { warnings: [/was redirected/, /was made unrestricted/] });
});

it('an update and a deletion whose answers are lost are not told as changes by others', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  const each = (same: string, former: string, another: string) =>
    Object.entries({ same, former, another })
      .map(([name, path]) => endpoint(name, { path: `${name}/${path}` }))
      .join('');
  const before = each('before', 'before', 'before');
  await s.startFrom(before + both);
  const operations = ['webhooks.update', 'webhooks.delete', 'apiKeys.delete'] as const;
  for (const operation of operations)
    s.platform.controls.faults.add({ operation, times: 99, effect: { kind: 'drop-after' } });
  await s.expectError(each('lost', 'lost', 'lost'), /Connection to platform lost/);
  s.platform.controls.faults.clear();
  await s.apply(each('lost', 'before', 'other') + both);
});
