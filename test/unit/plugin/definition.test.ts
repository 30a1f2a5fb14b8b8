import { expect, it } from 'vitest';
import { computed, isComputed, optional, required } from '../../../src/plugin/define/attribute';
import type { Attribute, ValueType } from '../../../src/plugin/define/schema-types';
import {
  bool,
  choiceOf,
  listOf,
  mapOf,
  meaningsOf,
  number,
  objectOf,
  setOf,
  string,
} from '../../../src/plugin/define/value-type';
import { describe as described, flags, schemaOf } from '../../../src/plugin/rpc/schema';

const description = 'For the test.';
const standard = {
  description,
  sensitive: false,
  replaces: false,
  stable: false,
  writeOnly: false,
  type: string,
};

it.each<[Attribute, Partial<Attribute>]>([
  [required(string, { description, replaces: true }), { mode: 'required', replaces: true }],
  [optional(string, { description, sensitive: true }), { mode: 'optional', sensitive: true }],
  [optional(string, { description, default: '' }), { mode: 'defaulted', default: '' }],
  [optional(string, { description, writeOnly: true }), { mode: 'optional', writeOnly: true }],
  [computed(string, { description, stable: true }), { mode: 'computed', stable: true }],
  [computed(string, { description, sometimes: true }), { mode: 'sometimes' }],
])('an attribute says what its author says, and no more: %#', (attribute, own) => {
  expect(attribute).toStrictEqual({ ...standard, ...own });
});

/** Terraform's flags of each mode, in a resource and in the provider's configuration. */
it.each<[Attribute['mode'], string, string]>([
  ['required', 'required', 'required'],
  ['optional', 'optional', 'optional'],
  ['defaulted', 'optional computed', 'optional'],
  ['computed', 'computed', 'computed'],
  ['sometimes', 'computed', 'computed'],
])(
  'an attribute of mode %s has the flags %s, and as a setting of the provider %s',
  (mode, stored, setting) => {
    const attribute: Attribute = { ...standard, mode, default: 'x' };
    const flagsIn = (inProvider: boolean) =>
      Object.entries(flags(attribute, inProvider)).flatMap(([name, isSet]) => (isSet ? name : []));
    expect([flagsIn(false).join(' '), flagsIn(true).join(' ')]).toEqual([stored, setting]);
    expect(isComputed(attribute)).toBe(stored === 'computed');
    expect(described(attribute)).toBe(
      mode === 'defaulted' ? 'For the test. Default: `"x"`.' : 'For the test.',
    );
  },
);

const page = objectOf({ title: required(string, { description }) });
const nested = (nesting: number) => ({ nestedType: { nesting, attributes: [{ name: 'title' }] } });

/** The numbers of the nesting modes are those of protocol.proto. */
it.each<[string, ValueType, object]>([
  ['a text', string, { type: '"string"' }],
  ['a number', number, { type: '"number"' }],
  ['a truth', bool, { type: '"bool"' }],
  ['a list', listOf(string), { type: '["list","string"]' }],
  ['a set', setOf(string), { type: '["set","string"]' }],
  ['a map', mapOf(string), { type: '["map","string"]' }],
  ['an object', page, nested(1)],
  ['a list of objects', listOf(page), nested(2)],
])('the schema of %s', (_, type, shape) => {
  const attribute: Attribute = { ...standard, mode: 'optional', sensitive: true, type };
  const message = schemaOf({
    description: 'A thing.',
    attributes: { thing: attribute, key_wo: { ...attribute, writeOnly: true } },
  });
  const [thing, key] = message.block?.attributes ?? [];
  expect({ ...thing, ...(thing?.type && { type: String(thing.type) }) }).toMatchObject({
    ...shape,
    name: 'thing',
    description,
    optional: true,
    sensitive: true,
    writeOnly: false,
  });
  expect(key).toMatchObject({ name: 'key_wo', writeOnly: true });
  expect(message.block).toMatchObject({ description: 'A thing.' });
});

it.each(['replaces', 'stable'])('an attribute inside an object must not be marked "%s"', mark => {
  const inner = { ...optional(string, { description }), [mark]: true };
  expect(() => objectOf({ inner })).toThrow('inner: only the whole object replaces, or is stable');
});

it('choices are listed in order, with their meanings', () => {
  const type = choiceOf({ warn: 'says so', refuse: 'is an error' });
  expect(meaningsOf(type)).toBe('`warn` says so, `refuse` is an error');
  expect(meaningsOf(string)).toBe('');
});
