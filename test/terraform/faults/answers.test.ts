import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { key } from '../blocks';

it('a narrowing that is answered with the old scopes: the apply says so, and the next plan accuses nobody', async () => {
  const s = await scenario();
  await s.startFrom(key('a'));
  const body = { id: (await s.state()).resources[0]?.values['id'], scopes: ['alerts:read'] };
  const { faults } = s.platform.controls;
  faults.add({ operation: 'apiKeys.update', effect: { kind: 'status', status: 200, body } });
  const plan = await s.plan(key('a', { scope: 'devices:read' }));
  const applied = await s.terraform('apply', '-no-color', plan.file);
  expect([applied.code, applied.stdout.match(/was answered with another value: scopes/g)]).toMatchObject([
    0,
    [{}],
  ]);
  const told = /^The platform shows another value than this stack last stored: .* Applying restores/;
  expect(await s.diagnostics()).toContainEqual(
    expect.objectContaining({ detail: expect.stringMatching(told) }),
  );
  await s.apply(undefined, { warnings: 'any' });
});
