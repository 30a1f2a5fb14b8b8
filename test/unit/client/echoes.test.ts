import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/client';
import { createRedactor } from '../../../src/client/redaction/redaction';
import { type Encoding, encodings } from '../../harness/secrets/encodings';
import { findLeaks, makeSecret } from '../../harness/secrets/secrets';

const canary = makeSecret('canary');
const key = { name: 'key', value: 'svc_test_0123456789abcdefghijABCDEFGHIJxy' };
const phrase = { name: 'phrase', value: 'plain+secret ü/<&>"%41 end' };
const all = [canary, key, phrase];

const echoIn = ({ encode, embed = encode }: Encoding) => embed;

function cleaned(secret: string, text: string, shown: readonly string[] = []): string {
  const redactor = createRedactor();
  redactor.remember(secret);
  return redactor.clean(text, shown);
}

describe.each(encodings.map(encoding => [encoding.name, encoding] as const))(
  'an echo as %s',
  (_, encoding) => {
    it.each(all)('of the $name is not shown, and the words around it stay', secret => {
      const echo = echoIn(encoding)(secret.value);
      const said = cleaned(secret.value, `Refused: (${echo}) is wrong.`);
      expect(said).toMatch(/^Refused: \(?.*\[(?:redacted|masked)\].* is wrong\.$/);
      expect(findLeaks('the message', said, [secret])).toEqual([]);
    });

    it('and in every second encoding is not shown', () => {
      for (const outer of encodings) {
        const said = cleaned(canary.value, `a ${echoIn(outer)(echoIn(encoding)(canary.value))} b`);
        expect(findLeaks(outer.name, said, [canary])).toEqual([]);
        for (const part of [echoIn(encoding)(canary.value), canary.value])
          expect(said).not.toContain(outer.encode(part));
      }
    });

    it('is found by the canary', () => {
      for (const secret of all) {
        expect(findLeaks('a log', `a ${echoIn(encoding)(secret.value)} b`, [secret])[0]).toBeDefined();
      }
    });
  },
);

it('a truncated echo is not shown', () => {
  for (const piece of [key.value.slice(0, 34), key.value.slice(-24), key.value.slice(8, -2)])
    expect(cleaned(key.value, `bad value ${piece} given`)).toBe('bad value [masked] given');
});

const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 400) };
const anyEncoding = fc.constantFrom(...encodings);
/** Letters of all kinds, and what encoders stumble over. */
const awkward = ['\\', '%', '&', '"', '+', '$${', '\n', '%4', '\\u00', '&#x', 'ü', '🙂', '\u202e', '=', '0x'];
const anyText = fc
  .array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...awkward)), { maxLength: 8 })
  .map(parts => parts.join('').replace(/[\ud800-\udfff](?![\udc00-\udfff])/g, ''));
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const core = fc.string({ unit: letter, minLength: 16, maxLength: 40 });
const anySecret = fc.tuple(anyText, core, anyText).map(parts => parts.join(''));

it('whatever the secret, the encodings and the words around, no echo remains', () => {
  fc.assert(
    fc.property(anySecret, anyEncoding, anyEncoding, anyText, anyText, (secret, inner, outer, one, other) => {
      const named = [{ name: 'secret', value: secret }];
      const once = echoIn(inner)(secret);
      expect(findLeaks('said', cleaned(secret, one + once + other), named)).toEqual([]);
      expect(cleaned(secret, `${one} ${echoIn(outer)(once)} ${other}`)).not.toContain(echoIn(outer)(once));
    }),
    runs,
  );
});

it('a secret of any length is replaced as it is, and in our own text from four characters on', () => {
  expect(cleaned('7', 'was 7 of 77')).toBe('was [redacted] of [redacted][redacted]');
  expect(cleaned('re', 'are red')).toBe('a[redacted] [redacted]d');
  expect(redact('a text', ['a', ''])).toBe('a text');
  expect(redact('was long and longer', ['long', 'long and longer'])).toBe('was [redacted]');
  expect(redact(`Not:\n${phrase.value}, ${JSON.stringify(phrase.value)}`, [phrase.value])).toBe(
    'Not:\n[redacted], "[redacted]"',
  );
});

describe('an honest message of the platform', () => {
  it.each([
    'This url is registered.',
    'Some fields are invalid. (events: item 2 must be one of alert.created, incident.contained)',
    'This credential lacks the scope incident:respond, or webhooks:manage.',
    '{"url":["must be https"],"scopes":"unknown"}',
    'There is no key_7fGh29DkQz8LmN4pRs5TuV6w of ten_01HV8ZK3J4N5P6Q7R8S9T0V1W2.',
    'req_01HV8ZK3J4N5P6Q7R8S9T0V1W2',
    '8f14e45f-ceea-467f-9b2a-1d3c5e7f9a0b',
    'invalid_request_error: tenantIdentifier is required (see api.example.com/v1/webhooks)',
    'At most 20 endpoints; 21 were given. Retry in 30 seconds.',
    'Subscription already exists for https://hooks.example/svc-9d8f7a6b5c4d3e2f1a0b',
    '"CI deploy 2026-11-prod-eu1-b7" is taken by another key',
    'Moved to login.example.com, 10.20.30.40:8443.',
    'Der Schlüssel läuft am Wochenende ab.',
    '名前が無効です',
  ])('is shown: %s', message => {
    const shown = ['https://hooks.example/svc-9d8f7a6b5c4d3e2f1a0b', 'CI deploy 2026-11-prod-eu1-b7'];
    expect(cleaned(key.value, message, shown)).toBe(message);
  });

  it.each([
    ['trace 4bf92f3577b34da6a3ce929d0e0e4736', 'trace [masked]'],
    ['at 2026-11-23T01:37:07Z', 'at [masked]'],
    ['one of 1, 2, 3, 4', 'one of [masked]'],
    ['hexadecimal 41:42:43:44:45:46', 'hexadecimal [masked]'],
    ['correct&amp;horse&amp;battery', '[masked]'],
    ['whsec_Zq3vT9xKp', '[masked]'],
    ['https://other.example/9d8f7a6b', '[masked]'],
  ])('loses what may be an encoding: %s', (message, said) => {
    expect(cleaned(key.value, message)).toBe(said);
  });
});
