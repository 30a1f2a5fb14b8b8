import { expect, it } from 'vitest';
import { scenario, withLogs } from '../../harness/scenario';
import { encodings } from '../../harness/secrets/encodings';
import { findLeaks } from '../../harness/secrets/secrets';
import { diagnosticsIn } from '../../harness/terraform/terraform-json';
import { endpoint } from '../blocks';

const names = encodings.map((_, index) => `encoding_${index}`);

it('an echo in any encoding is in no message and no log of TF_LOG=TRACE', async () => {
  const s = await scenario({ environment: withLogs });
  const signing = await s.plantSecret('signing');
  const { controls, key } = s.platform;
  for (const { name, encode, embed = encode } of encodings) {
    const [secret, ownKey] = [embed(signing), embed(key)];
    const message = `${name}: (${secret}) with (${ownKey})`;
    const body = { error: { code: 'invalid', message, request_id: ownKey, fields: { [secret]: secret } } };
    controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'status', status: 422, body } });
  }
  await s.configure(names.map(name => endpoint(name, { event: 'alert.created' })).join('\n'));
  const applied = await s.terraform('apply', '-auto-approve', '-json');
  expect(applied.code).toBe(1);
  const errors = diagnosticsIn(applied.stdout).filter(({ severity }) => severity === 'error');
  expect(errors).toHaveLength(encodings.length);
  for (const { name } of encodings) {
    const error = errors.find(({ detail }) => detail.includes(`${name}: `));
    expect(error?.detail, name).toMatch(/: .*\[(?:redacted|masked)\].* with .*\[(?:redacted|masked)\]/);
  }
  const logs = await s.logs();
  expect(logs.includes('webhooks.create'), 'the calls are in the logs').toBe(true);
  const said = applied.stdout + applied.stderr + logs;
  const secrets = [
    { name: 'signing', value: signing },
    { name: 'key', value: key },
  ];
  expect(findLeaks('everything that was said', said, secrets)).toEqual([]);
});

it('text from the platform cannot control the terminal', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  const hostile = 'no\u001b]0;owned \u0007\u001b[2J \u009b2J\u007f \u202eevil\u2066\r\nError: forged\u2028';
  const body = {
    error: { code: hostile, message: hostile, request_id: hostile, fields: { [hostile]: hostile } },
  };
  s.platform.controls.faults.add({
    operation: 'webhooks.create',
    effect: { kind: 'status', status: 422, body },
  });
  await s.configure(endpoint('a'));
  const applied = await s.terraform('apply', '-auto-approve', '-no-color');
  expect(applied.code).toBe(1);
  const said = applied.stdout + applied.stderr;
  expect(said).toContain('\\u{1b}]0;owned');
  expect(said.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  // Terraform wraps long lines itself; a paragraph of its own would pass for an error of its own.
  expect(said).not.toMatch(/\n[│ ]*\n[│ ]*Error: forged/);
});
