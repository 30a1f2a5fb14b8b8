import { expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { Ground, last } from './ground';

const sixtyAndFive = `resource "svc_webhook_endpoint" "each" {
  count  = 60
  url    = "https://receiver.example/\${count.index}"
  events = ["alert.created"]
  secret = var.signing
}
resource "svc_api_key" "each" {
  count     = 5
  name      = "key \${count.index}"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;
const kept = endpoint('kept');

it('SIGKILL after 40 of 65 creates that no state has: the plan names what it takes, and one apply converges', {
  timeout: 240_000,
}, async () => {
  const ground = await Ground.prepare();
  const { s, controls } = ground;
  await s.configure(sixtyAndFive);
  const left = await ground.cutOff({ answers: 40, flags: ['-parallelism=20'] });
  expect(left).toHaveLength(40);
  const plan = await s.plan();
  const said = plan.warnings.map(({ summary }) => summary).join('\n');
  for (const id of left) expect(said).toMatch(new RegExp(`${id} is (?:taken over|issued anew)`));
  const { state } = await s.applyPlan(plan, { warnings: [/is (?:taken over|issued anew)/] });
  expect([controls.webhooks.all().length, controls.apiKeys.all().length]).toEqual([60, 5]);
  const values = state.resources.flatMap(({ type, values: each }) =>
    type === 'svc_api_key' ? [each['key']] : [],
  );
  const issued = controls.apiKeys.all().map(({ id }) => controls.apiKeys.kept(id)?.key);
  expect(values.toSorted()).toEqual(issued.toSorted());
});

it('an apply without a saved plan says once what it does, of a rotation and of unknown fields, too', async () => {
  const ground = await Ground.prepare();
  const rotating = (release: number) =>
    key('r', { more: `rotation = { overlap_days = 7, triggers = { release = "${release}" } }` });
  await ground.s.startFrom(kept + rotating(1));
  const path = '$' + '{terraform_data.path.output}';
  const unknown = `resource "terraform_data" "path" {\n  input = "u"\n}\n${endpoint('u', { path })}`;
  const others = ['svc_webhook_endpoint.a', 'svc_webhook_endpoint.u', 'svc_api_key.k', 'svc_api_key.r'];
  await ground.s.configure(kept + rotating(2) + endpoint('a') + key('k') + unknown + last(...others));
  const ids = await ground.cutOff({ answers: 4 });
  const said = await ground.applyAlone();
  const times = (words: string) => said.match(new RegExp(`(?:${ids.join('|')}) ${words}`, 'g'))?.length;
  expect([times('is taken over'), times('is issued anew')]).toEqual([2, 2]);
  expect(ground.ids.filter(id => ids.includes(id) && id.startsWith('key_'))).toEqual([]);
  expect(ground.ids).toHaveLength(7);
  await ground.s.checkInvariants();
});
