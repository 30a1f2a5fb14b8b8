import { describe, expect, it } from 'vitest';
import { parsePlan } from '../../../src/report/plan/plan';
import { findLeaks, makeSecret } from '../../harness/secrets/secrets';
import { thrownBy } from '../../harness/thrown-by';

const secret = makeSecret('content');
const inside = JSON.stringify(secret.value);
const shownState = `{"format_version":"1.0","values":{"outputs":{"x":{"value":${inside}}}}}`;
const encrypted = `{"meta":{},"encrypted_data":${inside},"encryption_version":"v0"}`;
const quotes = '\\"'.repeat(1_000_000);

describe('a file that is no plan', () => {
  it.each([
    ['empty', ' \n\t', /is empty/],
    ['cut off', `{"format_version":"1.2","resource_changes":[{"address":${inside},`, /is cut off/],
    ['cut off in JSON within JSON', `{"format_version":1234567890123456,"a":"${quotes}`, /is cut off/],
    ['text', `password = ${inside}`, /neither a saved plan nor its JSON/],
    ['JSON with an error inside', `{"a": ${inside} ${inside}}`, /neither a saved plan nor its JSON/],
    ['a list', `[${inside}]`, /no plan/],
    ['a text of JSON', inside, /no plan/],
    ['a state of show -json', shownState, /a state, and no plan/],
    ['a state file', `{"version":4,"serial":1,"lineage":${inside},"resources":[]}`, /a state, and no plan/],
    ['encrypted by OpenTofu', encrypted, /is encrypted/],
    ['null', 'null', /no plan/],
    ...[
      `{"address":${inside}}`,
      null,
      [null],
      [{}],
      [{ type: 'svc_api_key', change: {} }],
      [{ address: secret.value, change: {} }],
      [{ address: secret.value, type: 'svc_api_key' }],
      [{ address: secret.value, type: 'svc_api_key', change: [] }],
    ].map((entries): [string, string, RegExp] => [
      `a plan whose changes are ${JSON.stringify(entries).replaceAll(secret.value, 'x').slice(0, 60)}`,
      JSON.stringify({ format_version: '1.2', resource_changes: entries }),
      /is damaged/,
    ]),
    ['a plan whose drift is damaged', '{"format_version":"1.2","resource_drift":[{}]}', /is damaged/],
  ])('%s is one clear error with no piece of it', (_, text, saying) => {
    const error = thrownBy(() => parsePlan(text));
    const message = `${error.message}\n${error.cause ?? ''}`;
    expect(message).toMatch(saying);
    expect(message).toContain('terraform show -json PLAN');
    expect(findLeaks('the error', message, [secret])).toEqual([]);
    expect(message).not.toContain('planted');
  });

  it.each([
    ['with wrong types beside its changes', { resource_changes: [], configuration: [], variables: 7 }],
    ['with null beside its changes', { resource_drift: [], configuration: null, variables: null }],
    [
      'with the names of a prototype',
      { resource_changes: [], variables: { __proto__: { value: 1 }, constructor: null } },
    ],
  ])('a plan %s is read as far as it goes', (_, more) => {
    expect(parsePlan(JSON.stringify({ format_version: '1.2', ...more })).changes).toEqual([]);
  });

  it('a byte order mark before a plan is no error', () => {
    expect(parsePlan('\ufeff{"format_version":"1.2","resource_changes":[]}').changes).toEqual([]);
  });
});
