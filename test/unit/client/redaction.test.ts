import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLines, redact, shellWord } from '../../../src/client';
import { wire } from '../../../src/client/contract/page';
import { mask } from '../../../src/client/redaction/mask';
import { Redactor } from '../../../src/client/redaction/redaction';
import { visible } from '../../../src/words/printable';
import { type Encoding, encodings } from '../../harness/secrets/encodings';
import { findLeaks } from '../../harness/secrets/secrets';
import { failureOf, newEndpoint, printed, scene, testKey } from './client-fixture';
import { json, raw } from './loopback-platform';

const canary = { name: 'canary', value: 'planted "<&>%+\\/ü 4bf92f3577b34da6a3ce929d0e0e4736"<&>%+\\/ü ' };
const key = { name: 'key', value: 'svc_test_0123456789abcdefghijABCDEFGHIJxy' };
const phrase = { name: 'phrase', value: 'plain+secret ü/<&>"%41 end' };
const echoIn = ({ encode, embed = encode }: Encoding) => embed;

function cleaned(secret: string, text: string, shown: readonly string[] = []): string {
  const redactor = new Redactor();
  redactor.remember(secret);
  return redactor.clean(text, shown);
}

describe('an echo of a secret', () => {
  it.each(encodings)('as $name is not shown, and the words around it stay', encoding => {
    for (const secret of [canary, key, phrase]) {
      const echo = echoIn(encoding)(secret.value);
      const said = cleaned(secret.value, `Refused: (${echo}) is wrong.`);
      expect(said).toMatch(/^Refused: \(?.*\[(?:redacted|masked)\].* is wrong\.$/);
      expect(findLeaks('the message', said, [secret])).toEqual([]);
      expect(findLeaks('a log', `a ${echo} b`, [secret])).not.toEqual([]);
    }
  });

  it('that is truncated is not shown', () => {
    for (const piece of [key.value.slice(0, 34), key.value.slice(-24), key.value.slice(8, -2)])
      expect(cleaned(key.value, `bad value ${piece} given`)).toBe('bad value [masked] given');
  });

  /** Letters of all kinds, and what encoders stumble over. */
  const awkward = ['\\', '%', '"', '+', '\n', '%4', '\\u00', '&#x', 'ü', '🙂', '\u202e', '0x'];
  const anyText = fc
    .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...awkward)), { maxLength: 8 })
    .map(parts => parts.join('').replace(/[\ud800-\udfff](?![\udc00-\udfff])/g, ''));
  const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
  const core = fc.string({ unit: letter, minLength: 16, maxLength: 40 });
  const anySecret = fc.tuple(anyText, core, anyText).map(parts => parts.join(''));
  const anyEcho = fc.constantFrom(...encodings).map(echoIn);
  const echoed = fc.tuple(anySecret, anyEcho, anyEcho, anyText, anyText);

  it('is not shown whatever the secret, the encodings and the words around', () => {
    fc.assert(
      fc.property(echoed, ([secret, inner, outer, one, other]) => {
        const once = inner(secret);
        const twice = outer(once);
        const said = cleaned(secret, one + once + other);
        expect(findLeaks('said', said, [{ name: 'secret', value: secret }])).toEqual([]);
        expect(cleaned(secret, `${one} ${twice} ${other}`)).not.toContain(twice);
      }),
    );
  });

  it('of any length is replaced in text of the platform, longest first, and in our own from four characters on', () => {
    expect(cleaned('7', 'was 7 of 77')).toBe('was [redacted] of [redacted][redacted]');
    expect(cleaned(' ', 'a b')).toBe('a b');
    expect(redact('was a bcd, and abcd', ['a', '', 'bcd ', 'abcd'])).toBe('was a bcd, and [redacted]');
    expect(redact('was long and longer', ['long', 'long and longer'])).toBe('was [redacted]');
    const twice = JSON.stringify([phrase.value, phrase.value]);
    expect(redact(`Not:\n${phrase.value}, ${twice}`, [phrase.value])).toBe(
      'Not:\n[redacted], ["[redacted]","[redacted]"]',
    );
    // An escaped form needs two runs, and eight letters or digits in all.
    expect(redact('ab\\/cdefgh ab\\/cdefg', ['ab/cdefgh', 'ab/cdefg'])).toBe('[redacted] ab\\/cdefg');
  });
});

const shown = ['https://hooks.example/svc-9d8f7a6b5c4d3e2f1a0b', 'CI deploy 2026-11-prod-eu1-b7'];

describe('the text of the platform', () => {
  it.each([
    'This credential lacks the scope incident:respond, or webhooks:manage.',
    '{"url":["must be https"],"scopes":"unknown"}',
    'There is no key_7fGh29DkQz8LmN4pRs5TuV6w of ten_01HV8ZK3J4N5P6Q7R8S9T0V1W2.',
    '8f14e45f-ceea-467f-9b2a-1d3c5e7f9a0b',
    'invalid_request_error: tenantIdentifier is required (see api.example.com/v1/webhooks)',
    'It exists: https://hooks.example/svc-9d8f7a6b5c4d3e2f1a0b|https://hooks.example/svc-9d8f7a6b5c4d3e2f1a0b',
    '"CI deploy 2026-11-prod-eu1-b7" is taken by another key',
    'Moved to login.example.com, 10.20.30.40:8443.',
    'Der Schlüssel läuft am Wochenende ab.',
    '名前が無効です',
    'short run Zq3vT9xKp1a',
    'one of 1, 2, 3',
    'release-v2-of-part3',
  ])('is shown: %s', message => {
    expect(mask(message, shown)).toBe(message);
  });

  it.each([
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace [masked]'],
    ['at 2026-11-23T01:37:07Z', 'at [masked]'],
    ['one of 1, 2, 3, 4', 'one of [masked] '],
    ['hexadecimal 41:42:43:44:45:46', 'hexadecimal [masked]'],
    ['run Zq3vT9xKp1aB', 'run [masked]'],
    ['correct&amp;horse&amp;battery', '[masked]'],
    ['(whsec_Zq3vT9xKp).', '([masked]).'],
    ['https://other.example/9d8f7a6b', '[masked]'],
    ['word/one1/two2/three3', '[masked]'],
    ['abcdefghijklmnopqrstu', '[masked]'],
  ])('loses what may be an encoding: %s', (message, said) => {
    expect(mask(message, ['too short'])).toBe(said);
  });

  it('is one line of at most 300 characters, cut after the secrets are removed', () => {
    expect(cleaned(testKey, ` ${'say '.repeat(250)}`)).toBe(`${'say '.repeat(75)}…`);
    expect(cleaned(testKey, `${'say '.repeat(73)}${testKey}`)).toBe(`${'say '.repeat(73)}[redacte…`);
    expect(cleaned(testKey, `${'say '.repeat(74)}you🙂`)).toBe(`${'say '.repeat(74)}you…`);
    expect(cleaned(testKey, 'z '.repeat(2048))).toContain('…');
    expect(cleaned(testKey, `${'z '.repeat(2048)}z`)).toBe('(not shown: 4097 characters)');
  });

  it.each([
    ['a\u0000b\u001b[31m \u009b2J\u007f\r\nd', 'a\\u{0}b\\u{1b}[31m \\u{9b}2J\\u{7f} d'],
    ['a\u202eb\u2066\u00ad\ufe0f\ud800', 'a\\u{202e}b\\u{2066}\\u{ad}\\u{fe0f}\\u{d800}'],
    ['a\u2028b\t\u0085c', 'a b c'],
    ['plain ~', 'plain ~'],
  ])('loses what a terminal would obey: %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
    expect(new Redactor().clean(text)).toBe(shown);
  });

  it('may have several lines in our own words', () => {
    expect(printableLines('a\n\u001bb\r\nc')).toBe('a\n\\u{1b}b \nc');
  });

  it('is searched without the characters that a reader does not see', () => {
    expect(visible('s\u200becr\u00adet')).toBe('secret');
  });
});

it.each([
  ['https://auth.example.com/a-1_b', 'https://auth.example.com/a-1_b'],
  ['me@host:1', 'me@host:1'],
  ['', "''"],
  ['a b', "'a b'"],
  ['~', "'~'"],
  ['%a', "'%a'"],
  ["it's $(x)", "'it'\\''s $(x)'"],
])('the word %j of a command that people copy is %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

const secret = 'whsec/"quoted" & 100% sécret';
it('no error of a call shows the key or a secret of the call, in any part', async () => {
  const echo = `${secret} ${testKey}`;
  const [url = ''] = shown;
  const fields = { secret: echo, [echo]: 'x', url: `${url} is taken` };
  const error = { code: echo, message: echo, request_id: echo, fields };
  for (const verb of ['create', 'update'] as const) {
    const { client } = await scene([json(422, { [wire.error]: error })]);
    const { create, update } = client.webhooks;
    const write =
      verb === 'create' ? create({ ...newEndpoint, url, secret }).send() : update('wh_1', { url, secret });
    const everything = printed(await failureOf(write));
    expect(everything).not.toMatch(new RegExp(`${testKey}|whsec|quoted`));
    expect(everything).toContain('[redacted]');
    expect(everything).toContain(`${url} is taken`);
  }
});

it('no error of a call shows a body that is no JSON, or a registered secret, or the host of a redirect that spells the key', async () => {
  const { client } = await scene([
    raw(500, `<p>${newEndpoint.secret} at line 3</p>`),
    json(422, { error: { message: `was ${secret}` } }),
    raw(307, '', { location: `https://${testKey.toLowerCase().replaceAll('_', '-')}.example/${testKey}` }),
  ]);
  expect(printed(await failureOf(client.webhooks.create(newEndpoint).send()))).not.toMatch(/whsec|line 3/);
  client.conceal([testKey, secret]);
  expect((await failureOf(client.webhooks.delete('wh_1'))).message).toContain('was [redacted]');
  expect((await failureOf(client.webhooks.listNow())).message).not.toContain(testKey);
});
