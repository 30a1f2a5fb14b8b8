import { describe, expect, it } from 'vitest';
import { computed, doubtful, invalid, optional, required } from '../../../src/plugin/define/attribute';
import type { Attributes, Check } from '../../../src/plugin/define/schema-types';
import { choiceOf, listOf, mapOf, objectOf, setOf, string } from '../../../src/plugin/define/value-type';
import { Diagnostic_Severity } from '../../../src/plugin/protocol/gen/protocol';
import { Diagnostics } from '../../../src/plugin/rpc/diagnostics';
import { validateConfig, validateResourceConfig } from '../../../src/plugin/rpc/validate-config';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';

const description = 'for the test';
const check: Check<unknown> = value => [invalid('Checked', `It is ${JSON.stringify(value)}.`)];

const attributes = {
  id: computed(string, { description }),
  name: optional(string, { check, description }),
  names: optional(listOf(string), { check, description }),
  tags: optional(setOf(string), { description }),
  labels: optional(mapOf(string), { description }),
  mode: optional(choiceOf({ on: 'is open', off: 'is shut' }), { description }),
  page: optional(objectOf({ title: required(string, { check, description }) }), { check, description }),
  pages: optional(listOf(objectOf({ mode: optional(choiceOf({ on: 'is open' }), { description }) })), {
    description,
  }),
  bare: optional(objectOf({ part: required(string, { description }) }), { description }),
  open: optional(setOf(choiceOf({ on: 'is open' })), { description }),
  seal_wo: optional(string, { writeOnly: true, description }),
};

function saidOf(config: RawObject | null): readonly string[] {
  const { diagnostics } = validateConfig({ attributes }, encodeDynamicValue(config));
  return diagnostics.map(({ summary = '', detail = '' }) => `${summary}: ${detail}`);
}

/** Words of each finding, in the order of the attributes. */
it.each<[string, RawObject | null, readonly string[]]>([
  ['unknown values', { name: unknown, names: ['a', unknown], page: unknown, mode: unknown }, []],
  ['a known list', { names: ['a'] }, ['Checked: It is ["a"].']],
  ['a null in a list, unchecked', { names: ['a', null] }, ['`names` has an element that is null']],
  ['a null in a map', { labels: { a: 'b', c: null } }, ['`labels` has a null under the key "c"']],
  ['none of the choices', { mode: 'half' }, ['Invalid mode: `mode` must be one of "on", "off".']],
  ['one of the choices', { mode: 'off' }, []],
  ['an object, whose check waits for its parts', { page: { title: 'a' } }, ['Checked: It is "a".']],
  ['an object whose part is null', { page: { title: null } }, ['Missing page.title: `page.title` is req']],
  ['an object whose unchecked part is null', { bare: { part: null } }, ['Missing bare.part']],
  ['an object whose part is unknown', { page: { title: unknown } }, []],
  ['objects in a list', { pages: [{ mode: '' }, { mode: '' }] }, ['`pages[0].mode`', '`pages[1].mode`']],
  ['an element of a set, which has no index', { open: ['off'] }, ['`open[]` must be one of']],
  ['two faults', { name: 'a', mode: 'half' }, ['Checked: It is "a".', '`mode` must be one of']],
])('validation of %s', (_, config, expected) => {
  const said = saidOf(config);
  expect(said).toEqual(expected.map(words => expect.stringContaining(words)));
});

it('a rule between attributes sees what is known, and says where', () => {
  const definition = {
    attributes,
    validate: (
      plain: Readonly<Record<string, unknown>>,
      { isKnown, fail, warn }: Parameters<NonNullable<Parameters<typeof validateConfig>[0]['validate']>>[1],
    ) => {
      warn('Seen', JSON.stringify([plain, isKnown('names'), isKnown('tags')]));
      fail('Refused', 'It is refused.', 'names');
    },
  };
  const config = encodeDynamicValue({ names: [unknown], tags: ['b'], seal_wo: 'c' });
  const [seen, refused] = validateConfig(definition, config).diagnostics;
  expect(seen?.detail).toBe('[{"tags":["b"],"seal_wo":"c"},false,true]');
  expect(refused).toMatchObject({ summary: 'Refused', attribute: { steps: [{ attributeName: 'names' }] } });
});

const refused = ['Write-only needs Terraform 1.11'];

it.each<[string, RawObject | null, boolean | undefined, readonly string[]]>([
  ['a Terraform without them', { seal_wo: 'planted', mode: 'half' }, false, refused],
  ['a Terraform that does not say', { seal_wo: 'planted' }, undefined, refused],
  ['a Terraform that has them', { seal_wo: 'planted', mode: 'half' }, true, ['Invalid mode']],
  ['any Terraform, if none is given', { seal_wo: null, mode: 'half' }, false, ['Invalid mode']],
  ['any Terraform, without a configuration', null, false, []],
])('a write-only argument under %s', (_, config, writeOnlyAttributesAllowed, summaries) => {
  const request = {
    typeName: 'thing',
    config: encodeDynamicValue(config),
    ...(writeOnlyAttributesAllowed !== undefined && {
      clientCapabilities: { writeOnlyAttributesAllowed },
    }),
  };
  const { diagnostics } = validateResourceConfig({ attributes }, request);
  expect(diagnostics.map(({ summary }) => summary)).toEqual(summaries);
  expect(JSON.stringify(diagnostics)).not.toContain('planted');
});

describe('a diagnostic', () => {
  const secret = optional(string, { sensitive: true, description });
  const places: Attributes = {
    name: optional(string, { description }),
    pin: secret,
    list: optional(listOf(string), { description }),
    pins: computed(listOf(objectOf({ value: computed(string, { sensitive: true, description }) })), {
      description,
    }),
  };

  /** Terraform prints the source line of the attribute: no line that may hold a secret. */
  it.each<[string, string, string | undefined, string | undefined, string]>([
    ['on nothing', 'Words.', undefined, undefined, 'Words.'],
    ['on an attribute', 'Words.', 'name', 'name', 'Words.'],
    ['on a part', 'Words.', 'list[1]', 'list', 'Words.\n\nAttribute: list[1]'],
    ['on a part that its words name', 'See `list[1]`.', 'list[1]', 'list', 'See `list[1]`.'],
    ['on a part without backquotes', 'list[1]', 'list[1]', 'list', 'list[1]\n\nAttribute: list[1]'],
    ['on a sensitive attribute', 'Words.', 'pin', undefined, 'Words.\n\nAttribute: pin'],
    ['on one that its words name', 'See `pin`.', 'pin', undefined, 'See `pin`.'],
    ['on a sensitive part', 'Words.', 'pins[0].value', undefined, 'Words.\n\nAttribute: pins[0].value'],
    ['on an attribute of nobody', 'Words.', 'toString', undefined, 'Words.'],
  ])('%s is placed and worded', (_, detail, place, attributeName, words) => {
    const diagnostics = new Diagnostics(places);
    diagnostics.warn('Said', detail, place);
    const attribute = attributeName && { attribute: { steps: [{ attributeName }] } };
    expect(diagnostics.entries).toStrictEqual([
      { severity: Diagnostic_Severity.WARNING, summary: 'Said', detail: words, ...attribute },
    ]);
    expect(diagnostics.hasErrors).toBe(false);
  });

  it('of a finding is an error or a warning, and shows no line with a secret', () => {
    const diagnostics = new Diagnostics(places);
    diagnostics.addFinding({ ...doubtful('A', 'a'), holdsSecret: true }, 'name');
    expect(diagnostics.hasErrors).toBe(false);
    diagnostics.addFinding(invalid('B', 'b'), 'name');
    expect(diagnostics.hasErrors).toBe(true);
    expect(diagnostics.entries).toStrictEqual([
      { severity: Diagnostic_Severity.WARNING, summary: 'A', detail: 'a\n\nAttribute: name' },
      {
        severity: Diagnostic_Severity.ERROR,
        summary: 'B',
        detail: 'b',
        attribute: { steps: [{ attributeName: 'name' }] },
      },
    ]);
  });
});

it.each(['replaces', 'stable'])('an attribute inside an object must not be marked "%s"', mark => {
  const inner = { ...optional(string, { description }), [mark]: true };
  expect(() => objectOf({ inner })).toThrow('inner: only the whole object replaces, or is stable');
});
