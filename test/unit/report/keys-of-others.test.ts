import { expect, it } from 'vitest';
import { renderHtml } from '../../../src/report/html/render-html';
import { renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { key, keyChange, planJson, references } from './plan-json';
import { gradedRisksOf, reportOn } from './report-on';

/** A key of another stack: no object of these plans has it, and nothing marks it. */
const theirs = `svc_live_${'Ab1'.repeat(10)}Zz`;
const remote = { address: 'data.terraform_remote_state.x', mode: 'data', type: 'terraform_remote_state' };
const http = { address: 'data.http.x["a"]', mode: 'data', type: 'http' };
const read = (values: object) => ({ ...http, values });
const outputs = { k: theirs, id: 'key_1', keys: { 'a.b': theirs }, list: [theirs] };
const ofRemote = (part: string) => references(`${remote.address}.${part}`, remote.address);
const keyBlock = { address: 'svc_api_key.ci', type: 'svc_api_key' };
const ofKey = references('svc_api_key.ci["a"].key', 'svc_api_key.ci["a"]', 'svc_api_key.ci');
const made = (input: unknown, actions = ['create']) => ({
  address: 'terraform_data.log',
  type: 'terraform_data',
  provider_name: 'terraform.io/builtin/terraform',
  change: { actions, before: null, after: { input } },
});

interface Given {
  readonly changes?: Parameters<typeof planJson>[0];
  readonly data?: object;
  readonly output?: readonly [expression: object, after: unknown, action?: string];
  readonly provisioner?: object;
  readonly more?: object;
}

function planOf({ changes = [made('x')], data, output, provisioner, more }: Given): string {
  const expressions = { url: {}, request: [{ header: {} }] };
  const provisioners = provisioner && [{ type: 'local-exec', expressions: { command: provisioner } }];
  const provisioned = { ...changes[0], provisioners };
  const blocks = [remote, { ...http, address: 'data.http.x', expressions }, keyBlock, provisioned];
  const [expression, after, action = 'create'] = output ?? [];
  const values = { root_module: { resources: [{ ...remote, values: { outputs } }, data ?? []].flat() } };
  return planJson(changes, {
    configuration: {
      root_module: { resources: blocks, outputs: output === undefined ? {} : { o: { expression } } },
    },
    output_changes: output === undefined ? {} : { o: { actions: [action], before: 'y', after } },
    prior_state: { values },
    ...more,
  });
}

const shown = (what: string) => [`critical secret-shown: ${what} shows a secret`];
const ownProvisioner = shown('provisioner of svc_api_key.ci');
const ownRuns = ['medium provisioner-runs: svc_api_key.ci runs provisioners'];
const byInput = shown('input of terraform_data.log');
const byProvisioner = shown('provisioner of terraform_data.log');
const byData = shown('data.http.x["a"]');
const byName = shown('name of svc_api_key.ci');
const mayShow = ['medium secret-may-show: output.o may show a secret'];
const shownInKey = (block: string) => shown(`for_each of ${block}["(sensitive)"]`);
const inKey = { address: `terraform_data.log["${theirs}"]` };
const leaving = { change: { actions: ['delete'], before: {} } };
const keyed = { address: `action.http_call.x["${theirs}"]` };
const runs = ['medium provisioner-runs: terraform_data.log runs provisioners'];
const named = (name: string) => keyChange({ actions: ['create'], after: key({ name }) });
const base64 = (text: string) => Buffer.from(text).toString('base64');
const inOutput = base64(theirs);
/** Each begins the key at another of the three places that base64 knows. */
const encoded = ['', 'u:', 'ops:'].map(user => base64(`${user}${theirs}`));
const ofAction = { address: 'action.http_call.x', config_values: { body: `k=${theirs}` } };
const nested = (depth: number) =>
  `{"a":`.repeat(depth) + JSON.stringify({ input: theirs }) + '}'.repeat(depth);

/** What a provisioner of the key itself is given. */
const issues = (provisioner: object, action = 'create'): Given => ({
  changes: [keyChange({ actions: [action], before: key(), after: key() })],
  provisioner,
});
/** What a provisioner is given of its own resource, whose input is a key. */
const reads = (attribute: string): Given => ({
  changes: [{ ...made(undefined), expressions: { input: ofKey } }],
  provisioner: references(`self.${attribute}`, 'self'),
});

type Row = [what: string, given: Given, expected: readonly string[]];

it.each<Row>([
  ['an output', { output: [ofRemote('outputs.k'), theirs] }, shown('output.o')],
  ['an unchanged output', { output: [{}, `Bearer ${theirs}`, 'no-op'] }, shown('output.o')],
  ['an output in base64', { output: [ofRemote('outputs.k'), inOutput] }, shown('output.o')],
  ['an output that is made of it', { output: [ofRemote('outputs.k'), theirs.slice(0, 12)] }, mayShow],
  ['the name of a key', { changes: [named(`ci ${theirs}`)] }, byName],
  ...encoded.map((text): Row => [`a name with ${text.slice(0, 4)}…`, { changes: [named(text)] }, byName]),
  ['base64 in an unchanged output', { output: [{}, `Basic ${encoded[2]}`, 'no-op'] }, shown('output.o')],
  ['an instance key', { changes: [{ ...made('x', ['no-op']), ...inKey }] }, shownInKey('terraform_data.log')],
  ['an instance key that leaves', { changes: [{ ...made('x'), ...inKey, ...leaving }] }, []],
  [
    'an instance key of an action',
    { more: { action_invocations: [keyed] } },
    shownInKey('action.http_call.x'),
  ],
  ['an argument', { changes: [made(['x', theirs])] }, byInput],
  ['what a data source is given', { data: read({ url: `https://x/?k=${theirs}` }) }, byData],
  ['a block of a data source', { data: read({ request: [{ header: theirs }] }) }, byData],
  ['an action', { more: { action_invocations: [ofAction] } }, shown('action.http_call.x')],
  ['a provisioner', { provisioner: ofRemote('outputs.k') }, byProvisioner],
  ['one, by an index', { provisioner: ofRemote('outputs.list[0]') }, byProvisioner],
  ['one, by a name with a dot', { provisioner: ofRemote('outputs.keys["a.b"]') }, byProvisioner],
  ['a provisioner with another output', { provisioner: ofRemote('outputs["id"]') }, runs],
  ['a provisioner with an output that no plan names', { provisioner: ofRemote('outputs') }, runs],
  ['a provisioner with the key of its resource', issues(references('self.key', 'self')), ownProvisioner],
  ['a provisioner with its resource', issues(references('self')), ownProvisioner],
  ['a provisioner with the key of another one', issues(ofKey), ownProvisioner],
  ['a provisioner with a key as it stands', issues({ constant_value: `echo ${theirs}` }), ownProvisioner],
  ['a provisioner with an id', issues(references('self.id', 'self')), ownRuns],
  ['a provisioner with a key, which this plan does not run', issues(ofKey, 'update'), []],
  ['a provisioner with the input that its resource was given', reads('input'), byProvisioner],
  ['a provisioner with the output of that', reads('output'), byProvisioner],
  ['a provisioner with the id of that', reads('id'), runs],
  ['an output of another output', { output: [ofRemote('outputs.id'), 'key_1'] }, []],
  ['what a data source has fetched', { data: read({ url: 'https://x/', response_body: theirs }) }, []],
])('a key of another stack, by its form, or one of this plan: %s', (_, given, expected) => {
  const report = reportOn(planOf(given));
  const found = gradedRisksOf(report).filter(risk => / (?:secret|provisioner)-/.test(risk));
  expect(found).toEqual(expected);
  const all = JSON.stringify(report) + renderMarkdown(report) + renderHtml(report);
  expect([theirs, ...encoded].filter(text => all.includes(text))).toEqual([]);
});

it('in what the provider says it is not shown either', () => {
  const said = {
    severity: 'error',
    address: 'svc_api_key.ci',
    summary: `Key ${theirs}`,
    detail: `${'x'.repeat(990)} ${theirs}`,
  } as const;
  const { diagnostics } = reportOn(planJson([]), {
    diagnostics: { diagnostics: [said], unreadLines: 0 },
  });
  expect(diagnostics?.[0]?.sentence).toBe(`Key (sensitive). ${'x'.repeat(990)} (sensitiv…`);
});

it('a plan is searched that is nested 5,000 deep, or has 10,000 keys', () => {
  const deep = planOf({ changes: [made('NESTED')] }).replace('"NESTED"', nested(5000));
  expect(gradedRisksOf(reportOn(deep))).toEqual(byInput);
  const list = planOf({ provisioner: ofRemote('outputs.list') });
  const read = list.replace(JSON.stringify([theirs]), nested(5000));
  expect(gradedRisksOf(reportOn(read))).toEqual(byProvisioner);
  const many = Array.from({ length: 10_000 }, (_, at) => `svc_test_${String(at).padStart(32, 'k')}`);
  expect(gradedRisksOf(reportOn(planOf({ changes: [made(many)] })))).toEqual(byInput);
});
