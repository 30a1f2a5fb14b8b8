import fc from 'fast-check';
import { type Raw, type RawObject, Unknown, unknown } from '../../../src/plugin/values/raw';

/** Texts that someone may have reason to send: escapes, templates, directions, halves of characters. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    `\${path.module}`,
    '%{ if true }x%{ endif }',
    'line\r\nInjected: yes',
    'nul\u0000',
    'esc\u001b[31m',
    'turned\u202e',
    '__proto__',
    'constructor',
    '../../etc',
    'wh_1/../../tenants',
    '🙂'.repeat(50),
    'e\u0301',
    'x'.repeat(5_000),
  ),
);

const leaf: fc.Arbitrary<Raw> = fc.oneof(
  hostileText,
  // msgpack's integers know no negative zero.
  fc.double({ noNaN: true }).map(number => number + 0),
  fc.maxSafeInteger(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(unknown),
  fc.uint8Array({ maxLength: 20 }).map(bytes => new Unknown(12, bytes)),
);

/** Any value of Terraform's type system. */
export const raw: fc.Arbitrary<Raw> = fc.letrec<{ value: Raw }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(
      fc.string({ maxLength: 10 }).filter(key => key !== '__proto__'),
      tie('value'),
      {
        maxKeys: 5,
        noNullPrototype: true,
      },
    ),
  ),
})).value;

/** An object that has some of these attributes, of any type. */
export function rawObject(attributes: readonly string[]): fc.Arbitrary<RawObject> {
  return fc.dictionary(fc.constantFrom(...attributes), raw, {
    maxKeys: attributes.length,
    noNullPrototype: true,
  });
}
