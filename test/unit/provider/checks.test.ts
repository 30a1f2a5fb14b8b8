import { describe, expect, it } from 'vitest';
import { knownEventTypes } from '../../../src/client/contract/catalogue';
import type { Attribute, Attributes, Check } from '../../../src/plugin/define/schema-types';
import {
  apiKeyForm,
  baseUrl,
  clientIdForm,
  endpointUrl,
  namesFrom,
  readableText,
  signingSecret,
  tenantId,
  wholeNumber,
} from '../../../src/provider/checks';
import { svc } from '../../../src/provider/index';

const long = '!'.repeat(79);
const eventTypes = namesFrom('event type', knownEventTypes, /^[a-z_]+(\.[a-z_]+)+$/);
const summaries = <Value>(check: Check<Value>, value: Value) =>
  check(value).map(finding => `${finding.severity}: ${finding.summary}`);

describe('an address', () => {
  it('with a password in it is refused without showing the line', () => {
    const findings = endpointUrl('https://user:planted@hooks.example.com/');
    expect(findings).toMatchObject([{ severity: 'error', holdsSecret: true }]);
    expect(JSON.stringify(findings)).not.toContain('planted');
    expect(baseUrl('https://user:planted%@api.example.com/')).toMatchObject([{ holdsSecret: true }]);
  });

  it('of the platform has neither query nor fragment, whose line is not shown', () => {
    const refused = { severity: 'error', summary: 'Invalid platform address', holdsSecret: true };
    expect(baseUrl('https://api.example.com/platform')).toEqual([]);
    expect(baseUrl('https://api.example.com/?key=1')).toMatchObject([refused]);
    expect(baseUrl('https://api.example.com/#')).toMatchObject([refused]);
  });
});

it.each<[string, string[], string[]]>([
  ['known ones', ['alert.created', 'incident.created'], []],
  ['two others', ['a.b', '!'], ['warning: Unknown event type "a.b"', 'error: Malformed event type "!"']],
  ['control characters', ['\u001b[31m'], ['error: Malformed event type "\\u{1b}[31m"']],
  ['one that is too long to repeat', [`${long}!!`], [`error: Malformed event type "${long}!…"`]],
  ['one that is cut in a character', [`${long}🙂`], [`error: Malformed event type "${long}…"`]],
])('names: %s', (_, names, expected) => {
  expect(summaries(eventTypes, names)).toEqual(expected);
});

describe('an API key', () => {
  const random = 'abcdefghijklmnopqrstuvwxyz012345';
  it.each([`svc_live_${random}`, `svc_test_${random.toUpperCase()}`])('has the form of %s', key => {
    expect(apiKeyForm(key)).toEqual([]);
  });

  it.each<[severity: string, key: string]>([
    ['error', ''],
    ['error', ` svc_live_${random}`],
    ['error', `svc_live_${random}\n`],
    ['error', `svc_live_${random}é`],
    ['warning', `svc_live_${random}0`],
    ['warning', `svc_live_${random.slice(1)}`],
    ['warning', `svc_prod_${random}`],
    ['warning', `svc_live_${random.replace('a', '-')}`],
  ])('of another form is not repeated, an error only if no header can carry it: %s %j', (severity, key) => {
    const [finding, ...others] = apiKeyForm(key);
    expect(others).toEqual([]);
    expect(finding).toEqual(apiKeyForm(severity === 'error' ? '\n' : 'other')[0]);
    expect(finding).toMatchObject({ severity, summary: expect.stringContaining('API key') });
  });
});

it.each<[string, readonly string[], readonly unknown[]]>([
  ['a client id', summaries(clientIdForm, 'a.b_c~d:e@f-1'), []],
  ['one that is too long', summaries(clientIdForm, 'a'.repeat(201)), ['error: Invalid client identifier']],
  ['an empty client id', summaries(clientIdForm, ''), ['error: Invalid client identifier']],
  ['a client id with a space', summaries(clientIdForm, 'a b'), ['error: Invalid client identifier']],
  ['the longest client id', summaries(clientIdForm, 'a'.repeat(200)), []],
  ['a secret', summaries(signingSecret, ' '), []],
  ['a tenant id that is a path step', summaries(tenantId, '..'), ['error: Invalid tenant id']],
  ['a blank tenant id', summaries(tenantId, ' '), ['error: Invalid tenant id']],
  ['a name', summaries(readableText('Bad name'), 'reporting (nightly) ü'), []],
  ['a blank name', summaries(readableText('Bad name'), ' '), ['error: Bad name']],
  ['a name with a line break', summaries(readableText('Bad name'), 'a\nb'), ['error: Bad name']],
])('other values: %s', (_, found, expected) => {
  expect(found).toEqual(expected);
});

describe('a whole number', () => {
  const seconds = wholeNumber('Bad', { from: 1, to: 60 }, 'seconds');

  it.each([0, 1.5, 61, 2 ** 53, Number.POSITIVE_INFINITY])('may not be %s', value => {
    const detail = 'It must be a whole number of seconds from 1 to 60.';
    expect(seconds(value)).toMatchObject([{ severity: 'error', summary: 'Bad', detail }]);
    for (const within of [1, 60]) expect(seconds(within)).toEqual([]);
  });

  it('of the configuration always has limits that dates and timers can bear', () => {
    const numbers = [svc, ...svc.resources, ...svc.dataSources].flatMap(({ name, attributes }) =>
      numbersIn(attributes, name),
    );
    expect(numbers.map(([path]) => path)).toContain('svc_api_key.rotation.overlap_days');
    for (const [path, { check }] of numbers) {
      const details = [Number.MIN_SAFE_INTEGER, 2 ** 53].map(value => check?.(value)[0]?.detail);
      for (const detail of details) expect(detail, path).toMatch(/number of \w+ from [\d.]+ to \d+\./);
    }
  });
});

/** Every attribute that takes a number, with its path. */
function numbersIn(attributes: Attributes, path: string): readonly (readonly [string, Attribute])[] {
  return Object.entries(attributes).flatMap(([name, attribute]) => {
    if (attribute.type.kind === 'object') return numbersIn(attribute.type.attributes, `${path}.${name}`);
    return attribute.type.kind === 'number' ? [[`${path}.${name}`, attribute] as const] : [];
  });
}
