import { expect, it } from 'vitest';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { type Scenario, scenario } from '../../harness/scenario';

const address = 'svc_api_key.own';

/** The error that names this key, and says how to go on. */
const locksOut = (id: string) =>
  new RegExp(`Plan locks the provider out.*the API key ${id},.*SVC_API_KEY.*allow_self_revoke`, 's');

const variable = 'variable "own" {\n  type = string\n  sensitive = true\n}\n';
const key = (release: number, reach = 'unrestricted = true') => `resource "svc_api_key" "own" {
  name      = "ci"
  tenant_id = "ten_acme"
  ${reach}
  rotation  = { overlap_days = 7, triggers = { release = "${release}" } }
}
`;
const own = (...parameters: Parameters<typeof key>) => variable + key(...parameters);

const valuesIn = async (s: Scenario) => (await s.state()).resources[0]?.values ?? {};
const isOnPlatform = (s: Scenario, id: string) => s.platform.controls.apiKeys.get(id) !== undefined;

/** A provider that runs with a key of its own state: made with the platform's key, then used instead of it. */
async function selfManaged(options: Parameters<typeof scenario>[0] = {}) {
  const s = await scenario({ ...options, provider: `api_key = var.own\n${options.provider ?? ''}` });
  await s.startFrom(own(1), { variables: { own: s.platform.key } });
  const { id, key: value } = await valuesIn(s);
  await s.configure(own(1), { own: String(value) });
  return { s, id: String(id) };
}

it('a plan that removes, narrows or replaces the own key is an error, and the apply of a tainted one', async () => {
  const { s, id } = await selfManaged();
  const before = s.platform.controls.apiKeys.all();
  await s.expectError(variable, locksOut(id));
  await s.expectError(own(1, 'scopes = ["alerts:read"]'), locksOut(id));
  await s.expectError(own(1), locksOut(id), { flags: [`-replace=${address}`] });
  // No plan shows that a key is tainted.
  expect((await s.terraform('taint', address)).code).toBe(0);
  await s.expectError(own(1), /locked out|locks the provider out/);
  expect(s.platform.controls.apiKeys.all()).toEqual(before);
});

it('a provider that runs with the previous key of a rotation may not revoke it, until it runs with another one', async () => {
  const clock = await shiftedClock();
  const { s, id: previous } = await selfManaged(clock.options);
  await s.apply(own(2));
  const { key: current } = await valuesIn(s);
  await s.expectError(own(3), locksOut(previous));
  await s.expectError(own(2), locksOut(previous), { flags: ['-destroy'] });
  await clock.moveTo(8);
  await s.expectError(own(2), locksOut(previous));
  expect(isOnPlatform(s, previous)).toBe(true);
  await s.apply(own(2), { variables: { own: String(current) } });
  expect(isOnPlatform(s, previous)).toBe(false);
});

it('a provider with allow_self_revoke may revoke the key that it runs with, and does so last', async () => {
  const { s } = await selfManaged({ provider: 'allow_self_revoke = true' });
  await s.apply(own(2));
  await s.destroy();
  expect(s.platform.controls.apiKeys.all().map(({ name }) => name)).not.toContain('ci');
});

it('a plan that was saved with another key may not revoke the own one', async () => {
  const s = await scenario();
  await s.startFrom(key(1));
  const { id, key: value } = await valuesIn(s);
  const { file } = await s.plan(undefined, { flags: ['-destroy'] });
  const applied = await s.workspace.start(['apply', '-no-color', file], { SVC_API_KEY: String(value) })
    .finished;
  expect(applied.stderr.replace(/[│\s]+/g, ' ')).toMatch(
    new RegExp(`lock.*out.*revoke the API key ${id}, which the provider itself uses`),
  );
  expect(isOnPlatform(s, String(id))).toBe(true);
  await s.checkInvariants();
});
