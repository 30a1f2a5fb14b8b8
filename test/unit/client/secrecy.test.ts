import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/client/redaction/redaction';
import { failureOf, newEndpoint, scene, testKey } from './client-fixture';
import { json, raw } from './loopback-platform';

const secret = 'whsec/"quoted" & 100% sécret';
const spellings = (value: string): string[] => [
  value,
  JSON.stringify(value).slice(1, -1),
  encodeURIComponent(value),
  Buffer.from(value).toString('base64'),
  Buffer.from(value).toString('base64url'),
];

describe('a secret in text of the platform', () => {
  it.each([...spellings(testKey), ...spellings(secret)])('%s reaches no error', async echo => {
    const error = {
      code: `c ${echo}`,
      message: `m ${echo}`,
      request_id: echo,
      fields: { secret: echo, [echo]: 'x' },
    };
    const { client } = await scene([json(422, { error })]);
    const failure = await failureOf(client.webhooks.create({ ...newEndpoint, secret }));
    const everything = `${failure.message} ${failure.stack} ${inspect(failure)}`;
    for (const spelling of [...spellings(testKey), ...spellings(secret)])
      expect(everything).not.toContain(spelling);
    expect(everything).toMatch(/\[(?:redacted|masked)\]/);
  });

  it('a body that is not the error shape is never shown', async () => {
    const { client } = await scene([raw(500, `<p>${newEndpoint.secret} at line 3</p>`)], { maxRetries: 0 });
    const failure = await failureOf(client.webhooks.create(newEndpoint));
    expect(inspect(failure)).not.toMatch(/whsec|line 3/);
  });

  it('a registered secret that was never sent is removed', async () => {
    const { client } = await scene([json(422, { error: { message: `was ${secret}` } })]);
    client.conceal([secret]);
    expect((await failureOf(client.webhooks.delete('wh_1'))).message).toContain('was [redacted]');
  });

  it('a redirect to a host that spells the key does not show it', async () => {
    const location = `https://${testKey.toLowerCase().replaceAll('_', '-')}.example/${testKey}`;
    const { client } = await scene([raw(307, '', { location })]);
    expect((await failureOf(client.webhooks.list())).message).not.toContain(testKey);
  });
});

describe('a text of the platform', () => {
  const { clean } = createRedactor();
  it.each([
    [
      'control characters',
      'a\u0000b\u001b[31m \u009b2J\u007f\r\nd',
      'a\\u{0}b\\u{1b}[31m \\u{9b}2J\\u{7f} d',
    ],
    ['turned direction', 'a\u202eb\u2066', 'a\\u{202e}b\\u{2066}'],
    ['line separators', 'a\u2028b', 'a b'],
  ])('loses %s', (_what, text, cleaned) => {
    expect(clean(text)).toBe(cleaned);
  });

  it('is cut at 300 characters, after the secrets are removed', () => {
    const redactor = createRedactor();
    redactor.remember(testKey);
    expect(redactor.clean('say '.repeat(250))).toBe(`${'say '.repeat(75)}…`);
    expect(redactor.clean(`${'say '.repeat(73)}${testKey}`)).toBe(`${'say '.repeat(73)}[redacte…`);
    expect(redactor.clean('a '.repeat(3000))).toBe('(not shown: 6000 characters)');
  });
});

/** As a logger would print it, with every property. */
function inspect(error: Error): string {
  return (
    JSON.stringify(error, (_name, value: unknown) => (value instanceof Map ? [...value] : value)) +
    error.stack
  );
}
