import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from '../../../src/client';
import { type Encoding, encodings } from '../../../src/client/redaction/encodings';
import { coreOf } from '../../../src/client/redaction/forms';
import { createRedactor } from '../../../src/client/redaction/redaction';
import { findLeaks, makeSecret } from '../../harness/secrets/secrets';

const awkward = makeSecret('awkward');
const key = { name: 'key', value: 'svc_test_0123456789abcdefghijABCDEFGHIJxy' };
const phrase = { name: 'phrase', value: 'plain+secret ü/<&>"%41 end' };
const all = [awkward, key, phrase];

const echoIn = ({ encode, embed = encode }: Encoding) => embed;

function cleaned(secret: string, text: string): string {
  const redactor = createRedactor();
  redactor.remember(secret);
  return redactor.clean(text);
}

describe.each(encodings.map(encoding => [encoding.name, encoding] as const))(
  'an echo as %s',
  (_, encoding) => {
    it.each(all)('of the $name is blanked, and the words around it stay', secret => {
      const echo = echoIn(encoding)(secret.value);
      const said = cleaned(secret.value, `Refused: (${echo}) is wrong.`);
      expect(said).toMatch(/^Refused: \(.*\[redacted\].*\) is wrong\.$/);
      expect(findLeaks('the message', said, [secret])).toEqual([]);
      const own = redact(`Refused:\n(${echo})`, [secret.value]);
      expect(own).toMatch(/^Refused:\n\(.*\[redacted\]/);
      expect(findLeaks('our text', own, [secret])).toEqual([]);
    });

    it('is found by the canary', () => {
      for (const secret of all) {
        expect(findLeaks('a log', `a ${echoIn(encoding)(secret.value)} b`, [secret])[0]).toBeDefined();
      }
    });
  },
);

const runs = { numRuns: Number(process.env['FUZZ_RUNS'] ?? 400) };
const anyEncoding = fc.constantFrom(...encodings);
/** Letters of all kinds, and what encoders and decoders stumble over. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '\\',
        '%',
        '&',
        '"',
        '+',
        '$${',
        '\n',
        '%4',
        '\\u00',
        '&#x',
        'ü',
        '🙂',
        '\u202e',
        '=',
        '0x',
      ),
    ),
    { maxLength: 8 },
  )
  .map(parts => parts.join('').replace(/[\ud800-\udfff](?![\udc00-\udfff])/g, ''));
const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
const core = fc.string({ unit: letter, minLength: 16, maxLength: 40 });
const anySecret = fc.tuple(anyText, core, anyText).map(parts => parts.join(''));

describe('whatever the secret, the encoding and the words around', () => {
  it('no echo remains', () => {
    fc.assert(
      fc.property(anySecret, anyEncoding, anyText, anyText, (secret, encoding, before, after) => {
        const said = cleaned(secret, before + echoIn(encoding)(secret) + after);
        expect(findLeaks('said', said, [{ name: 'secret', value: secret }])).toEqual([]);
      }),
      runs,
    );
  });

  it('no echo that was encoded twice remains', () => {
    fc.assert(
      fc.property(anySecret, anyEncoding, anyEncoding, anyText, (secret, inner, outer, around) => {
        const twice = echoIn(outer)(echoIn(inner)(secret));
        const said = cleaned(secret, `${around} ${twice} ${around}`);
        expect(said).not.toContain(twice);
        expect(said).not.toContain(outer.encode(inner.encode(coreOf(secret) ?? secret)));
      }),
      runs,
    );
  });

  it('no echo of a short secret remains', () => {
    const short = anyText.filter(text => text.trim().length >= 4);
    fc.assert(
      fc.property(short, anyEncoding, (secret, encoding) => {
        const echo = encoding.encode(secret);
        fc.pre(echo.length >= 8);
        expect(cleaned(secret, `it says: ${echo} .`)).not.toContain(echo);
      }),
      runs,
    );
  });

  it('text without an echo is unchanged', () => {
    fc.assert(
      fc.property(core, fc.lorem(), (secret, words) => {
        expect(redact(words, [secret])).toBe(words);
      }),
      runs,
    );
  });
});
