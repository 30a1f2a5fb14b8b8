import { expect, it } from 'vitest';
import type { Report } from '../../src/report/model';
import { scenario } from '../harness/scenario';
import { reporting } from '../harness/scenario/reporting';
import { makeSecret } from '../harness/secrets/secrets';
import { endpoint, key } from './blocks';

const risksOf = ({ risks }: Report) =>
  risks.map(({ name, object, sentence }) => `${name} ${object?.address}: ${sentence.text}`);

const rotated = (release: string, overlap: number) =>
  `rotation = { overlap_days = ${overlap}, triggers = { release = "${release}" } }`;

const others = (count: number) =>
  `resource "terraform_data" "other" {\n  count = ${count}\n  input = "anything"\n}\n`;

const ill = endpoint('ill')
  .replace('receiver.example/ill', 'ill.example/token')
  .replace('}\n', '  on_degraded = "replace"\n}\n');

const before = [
  endpoint('moved'),
  endpoint('quiet'),
  endpoint('signed'),
  ill,
  endpoint('leaving'),
  key('ci'),
  key('open'),
  key('leaving'),
  key('turning', { more: rotated('1', 0) }),
  key('same'),
  others(2),
].join('');

const after = (literal: string) =>
  [
    endpoint('moved').replace('receiver.example', 'elsewhere.example'),
    endpoint('quiet', { event: 'incident.created' }),
    endpoint('signed', { secret: 'other' }),
    ill,
    endpoint('literal')
      .replace('receiver.example', 'literal.example')
      .replace('var.signing', () => JSON.stringify(literal)),
    key('ci', { scope: 'incident:respond' }).replace('scopes    = [', 'scopes    = ["alerts:read", '),
    key('open').replace(/scopes.*/, 'unrestricted = true'),
    key('turning', { more: rotated('2', 0) }),
    key('same'),
    others(5),
  ].join('');

it('a report names the risks of real plans, and no secret of them', async () => {
  const literal = makeSecret('literal');
  const s = await scenario();
  const signing = { name: 'signing', value: await s.plantSecret('signing') };
  const other = { name: 'other', value: await s.plantSecret('other') };
  const { run, json } = await reporting(s, [literal, signing, other]);

  await s.plan(before, { file: 'lost.tfplan', flags: ['-refresh-only'] });
  const lost = await run(['lost.tfplan', '--drift', '--fail-on', 'drift']);
  expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('The state is empty') });

  const first = await s.plan(before, { file: 'first.tfplan' });
  const creating = await json('first.tfplan');
  const kinds = creating.risks.map(({ name, severity }) => `${severity} ${name}`);
  expect(kinds).toEqual([...Array(5).fill('high endpoint-added'), ...Array(5).fill('low key-issued')]);
  expect(creating.counts).toMatchObject({ create: 10, update: 0 });
  expect(creating.others).toMatchObject([{ provider: 'terraform.io/builtin/terraform', changing: 2 }]);
  const { state } = await s.applyPlan(first);

  const ill = state.resources.find(({ address }) => address === 'svc_webhook_endpoint.ill');
  await s.behindTheBack(api => api.webhooks.update(String(ill?.values['id']), { status: 'degraded' }));
  await s.plan(after(literal.value), { file: 'second.tfplan' });
  const changing = await json('second.tfplan');
  const page = await run(['second.tfplan', '--out', '/dev/null', '--html', '-']);
  expect(page).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('UNRESTRICTED') });
  expect(risksOf(changing)).toEqual([
    'unrestricted-key svc_api_key.open: key open becomes unrestricted',
    'literal-secret svc_webhook_endpoint.literal: secret of literal.example stands in the configuration as plain text',
    'host-changed svc_webhook_endpoint.moved: endpoint receiver.example delivers to elsewhere.example instead',
    'widened-scope svc_api_key.ci: key ci gains incident:respond',
    'endpoint-added svc_webhook_endpoint.literal: endpoint literal.example is registered for alert.created',
    'key-revoked svc_api_key.leaving: key leaving is revoked at once',
    'key-revoked svc_api_key.turning: key turning loses its present value when the next one is issued',
    'endpoint-removed svc_webhook_endpoint.leaving: endpoint receiver.example is removed',
    'endpoint-replaced svc_webhook_endpoint.ill: endpoint ill.example is replaced by a new registration because it is degraded',
    'secret-changed svc_webhook_endpoint.signed: endpoint receiver.example signs with another secret',
    'key-rotated svc_api_key.turning: key turning is rotated without overlap',
    'events-removed svc_webhook_endpoint.quiet: endpoint receiver.example no longer gets alert.created',
    'drift svc_webhook_endpoint.ill: endpoint ill.example is degraded: the platform sends it nothing more',
    'events-added svc_webhook_endpoint.quiet: endpoint receiver.example also gets incident.created',
  ]);
  expect(changing.others).toMatchObject([{ changing: 3, unchanged: 2 }]);
  expect(changing.keys.rows.find(({ object }) => object.label === 'same')?.cells).toContain('kept');

  const gated = await run(['second.tfplan', '--fail-on', 'events-removed,host-changed']);
  expect(gated).toMatchObject({
    code: 3,
    stderr: '--fail-on: the plan has host-changed (1), events-removed (1).\n',
  });
  expect(gated.stdout).toMatch(
    /^<!-- cdktf-provider-svc report key=default -->\n\n## \d+ \w+, .* · .*3 resources of other providers\n/,
  );
  expect(gated.stdout).toContain('Resources of other providers that change: `terraform_data.other');
  expect(gated.stdout).not.toContain('/token');
  expect((await run(['second.tfplan', '--fail-on', 'key-issued'])).code).toBe(0);

  const [ci, quiet] = ['svc_api_key.ci', 'svc_webhook_endpoint.quiet'].map(at =>
    state.resources.find(({ address }) => address === at),
  );
  await s.behindTheBack(api => api.webhooks.update(String(quiet?.values['id']), { status: 'disabled' }));
  await s.behindTheBack(api => api.apiKeys.update(String(ci?.values['id']), { scopes: ['tenants:write'] }));
  await s.behindTheBack(api =>
    api.webhooks.update(String(ill?.values['id']), { url: 'https://evil.example/x' }),
  );
  await s.plan(before, { file: 'drift.tfplan', flags: ['-refresh-only'] });
  const drift = await json('drift.tfplan', '--drift');
  expect(risksOf(drift)).toEqual([
    'drift svc_api_key.ci: key ci has tenants:write on the platform',
    'drift svc_webhook_endpoint.ill: endpoint ill.example was redirected to evil.example on the platform',
    'drift svc_webhook_endpoint.ill: endpoint evil.example is degraded: the platform sends it nothing more',
    'drift svc_webhook_endpoint.quiet: endpoint receiver.example has the status disabled',
  ]);
  expect(drift).toMatchObject({ changes: [], counts: { update: 3 }, notes: [] });
  expect((await run(['drift.tfplan', '--drift', '--fail-on', 'drift'])).code).toBe(3);
});
