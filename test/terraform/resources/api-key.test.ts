import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { key } from '../blocks';

it('scopes that a configuration ignores, and that somebody has cleared, stop an update and a rotation', async () => {
  const s = await scenario();
  const block = (release: number) =>
    key('a', { more: `rotation = { overlap_days = 1, triggers = { release = "${release}" } }` }).replace(
      /\}\n$/,
      '  lifecycle {\n    ignore_changes = [scopes]\n  }\n}\n',
    );
  await s.startFrom(block(1));
  const { apiKeys, requests } = s.platform.controls;
  const [id = ''] = apiKeys.all().map(each => each.id);
  await s.behindTheBack(() => apiKeys.update(id, { scopes: [] }));
  for (const release of [1, 2])
    await s.expectError(block(release), /Key without scopes[\s\S]*ignore_changes[\s\S]*unrestricted = true/);
  expect([requests.count('apiKeys.update'), requests.count('apiKeys.create')]).toEqual([0, 1]);
});
