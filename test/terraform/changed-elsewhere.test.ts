import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

/** What plans tell of changes by others is in what-a-plan-tells.test.ts. This test shows which plans tell it, and how often. */
const both = endpoint('a') + key('a');

async function told(s: Scenario, ...flags: readonly string[]): Promise<readonly string[]> {
  const diagnostics = await s.diagnostics({ flags });
  return diagnostics.map(({ summary, detail }) => `${summary}: ${detail}`).toSorted();
}

const unlimited = /^API key a \(key_\w+\) was made unrestricted on the platform: /;
const redirected =
  /^Webhook endpoint receiver\.example \(wh_\w+\) was redirected to evil\.example on the platform: /;
const saying = (...patterns: readonly RegExp[]) => patterns.map(pattern => expect.stringMatching(pattern));

it('every plan that refreshes tells a change by others, also of a block that leaves; the apply does so once', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(both);
  await s.behindTheBack(({ webhooks, apiKeys }) => {
    for (const { id } of webhooks.all()) webhooks.update(id, { url: 'https://evil.example/hook' });
    for (const { id } of apiKeys.all()) apiKeys.update(id, { scopes: [] });
  });
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
