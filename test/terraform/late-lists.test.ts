import { expect, it } from 'vitest';
import { type Scenario, scenario } from '../harness/scenario';
import { endpoint, key } from './blocks';

const names = ['a', 'b', 'c'];
const all = (event: string, called: string) =>
  names.map(name => endpoint(name, { event }) + key(name, { called: `${called} ${name}` })).join('');

/** From now on, both lists answer what they show now. GETs stay exact. */
function freezeLists({ platform: { controls } }: Scenario): void {
  const [times, status] = [Number.POSITIVE_INFINITY, 200];
  for (const name of ['webhooks', 'apiKeys'] as const) {
    const body = { data: controls[name].all(), next_cursor: null };
    controls.faults.add({ operation: `${name}.list`, times, effect: { kind: 'status', status, body } });
  }
}

it('a plan believes a GET against a list that lags, about updates, creates and deletions', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(all('alert.created', 'before'));
  freezeLists(s);
  // The plan after the apply is empty, and nothing "was changed on the platform".
  await s.apply(all('incident.created', 'after') + endpoint('fresh') + key('fresh'));
  const [gone] = (await s.state()).resources
    .map(({ values }) => String(values['id']))
    .filter(id => /^wh/.test(id));
  await s.behindTheBack(api => api.webhooks.delete(gone ?? ''));
  const plan = await s.plan();
  expect(plan.isEmpty).toBe(true);
  expect(plan.warnings.map(({ summary }) => summary)).toEqual([`${gone} may be deleted`]);
});

it('a destroy costs one GET for each DELETE that is answered with the object, and no list', async () => {
  const s = await scenario();
  const { controls } = s.platform;
  await s.plantSecret('signing');
  const count = 30;
  await s.startFrom(`resource "svc_webhook_endpoint" "all" {
  count  = ${count}
  url    = "https://receiver.example/\${count.index}"
  events = ["alert.created"]
  secret = var.signing
}
`);
  const [times, body] = [Number.POSITIVE_INFINITY, { id: 'wh_deleted', status: 'active' }];
  controls.faults.add({
    operation: 'webhooks.delete',
    times,
    effect: { kind: 'status-after', status: 200, body },
  });
  controls.requests.clear();
  await s.terraform('destroy', '-no-color', '-auto-approve', '-refresh=false');
  const counted = ['webhooks.delete', 'webhooks.get'] as const;
  expect(counted.map(operation => controls.requests.count(operation))).toEqual([count, count]);
  // Each launch that is configured reads one page, to check the connection.
  expect(controls.requests.count('webhooks.list')).toBeLessThanOrEqual(2);
});
