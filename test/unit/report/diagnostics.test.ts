import { expect, it } from 'vitest';
import { Blanking } from '../../../src/report/blanking';
import { diagnosticsIn, saidOf } from '../../../src/report/diagnostics';
import { renderFailure, renderMarkdown } from '../../../src/report/markdown/render-markdown';
import { makeSecret } from '../../harness/secrets/secrets';
import { key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const { value: held } = makeSecret('held');
const line = (severity: string, address: string | undefined, summary: string, detail: string) =>
  JSON.stringify({ '@level': 'x', type: 'diagnostic', diagnostic: { severity, address, summary, detail } });
const output = [
  '{"type":"version"}',
  'no JSON',
  line('warning', 'svc_api_key.b', `Equal API key exists: ${held}`, 'It is equal. Nobody can read it.'),
  line('error', 'module.m["a.b"].svc_api_key.a', 'Exists: @acme/x', 'It exists. Import it:\n\n  import {}'),
  line('error', 'module.m.provider["registry.terraform.io/svc/svc"]', 'No key', 'Set it.'),
  line('warning', 'data.svc_tenants.all', 'No tenants', 'There are none'),
  line('error', 'module.svc_api_key.aws_lambda.svc_x', 'Theirs', 'Not shown.'),
  line('warning', undefined, 'Of Terraform', 'Not shown.'),
].join('\n');

it('a report shows what this provider says, errors first and whole, and counts what others say', () => {
  const { diagnostics, otherDiagnostics, unreadLines } = saidOf(diagnosticsIn(output), new Blanking([held]));
  expect(diagnostics?.map(({ severity, address, sentence }) => `${severity} ${address} ${sentence}`)).toEqual(
    [
      'error module.m.provider["registry.terraform.io/svc/svc"] No key. Set it.',
      'error module.m["a.b"].svc_api_key.a Exists: @acme/x. It exists. Import it:   import {}',
      'warning data.svc_tenants.all No tenants. There are none',
      'warning svc_api_key.b Equal API key exists: (sensitive). It is equal.',
    ],
  );
  expect([otherDiagnostics, unreadLines]).toEqual([2, 1]);
});

const whole = `API key ci (key_1): its scopes at v1.2 differ ${'x'.repeat(400)}`;

it.each([
  ['API key ci (key_1): it is old. Rotate it.', 'API key ci (key_1): it is old.'],
  ['API key ci (key_1): it is old', 'API key ci (key_1): it is old'],
  ['It is\nold at v1.2. More.', 'It is old at v1.2.'],
  [whole, `${whole.slice(0, 300)}…`],
])('of a warning, its first sentence is shown: %s', (detail, shown) => {
  const said = diagnosticsIn(line('warning', 'svc_api_key.b', 'Due', detail));
  expect(saidOf(said, new Blanking([])).diagnostics?.map(({ sentence }) => sentence)).toEqual([
    `Due. ${shown}`,
  ]);
});

it.each([
  ['a line that is cut', `${output}\n{"diagnostic":{"sev`, 2],
  ['a byte-order mark', `\ufeff${output}`, 2],
  ['UTF-16', Buffer.from(output, 'utf16le').toString('utf8'), output.split('\n').length],
  ['nothing but JSON and empty lines', '{"type":"version"}\n\n\r\n', 0],
])('%s is counted, since it may be an error', (_, text, count) => {
  const said = saidOf(diagnosticsIn(text), new Blanking([]));
  expect(said.unreadLines).toBe(count);
  const words = `<sub>Lines that are no JSON: ${count}, in the log</sub>`;
  expect(renderFailure({ key: 'a', ...said }).includes(words)).toBe(count > 0);
});

it('its lines are code, at most twenty, below the risks, and no part of a comparison', () => {
  const change = keyChange({ actions: ['create'], after: key({ key: held }) });
  const comment = (said: string) =>
    renderMarkdown(reportOn(planJson([change]), { diagnostics: diagnosticsIn(said) }));
  const [with6, without] = [comment(output), comment('')];
  expect(with6).toContain(
    '<sub>**error** `module.m["a.b"].svc_api_key.a`: `Exists: @acme/x. It exists. Import it:',
  );
  expect(with6).toContain('<sub>Of Terraform and other providers: 2, in the log</sub>');
  expect(with6.indexOf('### Risks')).toBeLessThan(with6.indexOf('<sub>**error**'));
  expect(with6).not.toContain(held);
  const compared = (text: string) =>
    text.split('\n').filter(each => each !== '' && !each.startsWith('<sub>'));
  expect(compared(with6)).toEqual(compared(without));
  const tenant = comment(line('warning', 'svc_api_key.a', 'Unknown tenant "ten_b"', 'Did you mean? No.'));
  expect(tenant.indexOf('<sub></sub>**warning** `svc_api_key.a`: `Unknown tenant "ten_b"')).toBeLessThan(
    tenant.indexOf('### Risks'),
  );
  expect([tenant.includes('<sub></sub>**warning**'), compared(tenant)]).toEqual([true, compared(without)]);
  const many = Array.from({ length: 25 }, (_, at) => line('warning', `svc_api_key.a[${at}]`, 'Due', 'Old.'));
  expect(comment(many.join('\n'))).toContain('<sub>5 more</sub>');
  const twice = line('warning', 'svc_api_key.a', 'Due', 'Old.');
  const equal = [twice, twice, line('error', 'svc_api_key.a', 'Due', 'Old.')].join('\n');
  expect(comment(equal).match(/\*\*(?:warning|error)\*\* `svc_api_key.a`/g)).toHaveLength(2);
});
