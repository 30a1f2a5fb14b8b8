import { describe, expect, it } from 'vitest';
import type { Client } from '../../../src/client';
import { decodeResponse } from '../../../src/client/collections/decode-response';
import { collection } from '../../../src/client/contract/collection-contract';
import * as decode from '../../../src/client/contract/decode';
import * as fieldRules from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';
import { apiKey, failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { json, page, raw } from './loopback-platform';
import { answered } from './outcomes';

const { assigned, fixed, hidden, issued, writable } = fieldRules;
const { arrayOf, identifier, nullable, text } = decode;

describe('a decoder', () => {
  it.each([
    ['text', text, true, 'true'],
    ['identifier', identifier, 'x'.repeat(256), 'x'.repeat(256)],
    ['nullable', nullable(text), null, undefined],
    ['nullable', nullable(text), undefined, undefined],
    ['nullable', nullable(text), '', ''],
  ])('%s (%#) accepts its values', (_name, decoder, value, expected) => {
    expect(decoder(value, '')).toEqual(expected);
  });

  it.each([
    [text, null, 'p', 'a string'],
    [identifier, true, 'p', 'a string'],
    [identifier, '', 'p', 'a non-empty identifier'],
    [identifier, 'x'.repeat(257), 'p', 'an identifier of at most 256 characters'],
    [identifier, 'wh_1\u001b[2J', 'p', 'an identifier without control characters'],
    [identifier, 'a\ud800', 'p', 'an identifier without control characters'],
    [identifier, '.', 'p', 'an identifier, not a path step such as ..'],
    [nullable(text), [], 'p', 'a string'],
    [arrayOf(text), 'a,b', 'p', 'an array'],
    [arrayOf(text), ['a', {}], 'p[1]', 'a string'],
  ])('(%#) names what is wrong, and where', (decoder, value, path, expected) => {
    expect(() => decoder(value, 'p')).toThrow(expect.objectContaining({ path, expected }));
  });
});

const html = answered(200, '<html>', { 'content-type': 'text/html; charset=utf-8' });
it.each([
  [html, '', 'JSON (it is declared as text/html)'],
  [answered(200, '{"id": "wh_1"', { 'content-type': 'x y' }), '', 'JSON'],
  [answered(200, '['.repeat(2_000_000)), '', 'JSON'],
  [answered(200, ' '), '', 'JSON (it is empty)'],
  [answered(200, 'null'), '', 'an object'],
  [answered(200, [webhookEndpoint()]), '', 'an object'],
  [answered(200, { ...webhookEndpoint(), id: { nested: 'hidden-value' } }), 'id', 'a string'],
  [answered(200, '{"__proto__": {"id": "wh_1", "url": "x"}}'), 'id', 'a string'],
])('an answer against the contract (%#) is an error that quotes nothing of it', (answer, path, expected) => {
  const read = () => decodeResponse(answer, 'webhooks.get', webhooks.item);
  const facts = { operation: 'webhooks.get', status: 200, path, expected };
  expect(read).toThrow(expect.objectContaining({ kind: 'MalformedResponse', facts }));
  expect(read).not.toThrow(/hidden-value|wh_1/);
});

describe('the answer to a create', () => {
  it.each([
    ['nothing', raw(201), /the answer should be JSON/],
    ['an object without an id', json(201, { url: 'x' }), /: id should be a string\.$/],
  ])('that is %s leaves the outcome open', async (_what, reply, words) => {
    const { client, platform } = await scene([reply]);
    const error = await failureOf(client.webhooks.create(newEndpoint).send());
    const message = expect.stringMatching(words);
    expect(error).toMatchObject({ kind: 'Ambiguous', facts: { id: undefined }, message });
    expect(platform.received).toHaveLength(1);
  });

  const issue = ({ apiKeys }: Client) =>
    apiKeys.create({ name: 'ci', tenant_id: 'ten_1', scopes: [] }).send();

  it.each([
    ['lacks', {}, 'a non-empty string'],
    ['masks', { key: 'svc_test_1111****' }, 'a value without a mask'],
    ['shortens', { key: 'svc_test_1111...' }, 'a value without a mask'],
  ])('that %s the value of a key names the key: it exists, and is of no use', async (_, shown, expected) => {
    const { client } = await scene([json(201, { ...apiKey(), ...shown })]);
    const message = expect.stringMatching(`key should be ${expected}.*"key_1"\\.$`);
    expect(await failureOf(issue(client))).toMatchObject({ kind: 'Ambiguous', message });
  });

  it('shows the value of a key, and no later answer or error does', async () => {
    const made = { ...apiKey(), key: 'svc_test_11111111111111111111111111111111' };
    const error = { message: `was ${made.key}` };
    const { client, platform } = await scene([json(201, made), page([made])]);
    expect(await issue(client)).toEqual(made);
    expect(await client.apiKeys.find('key_1')).toEqual(apiKey());
    expect((await client.apiKeys.listNow()).items).toEqual([apiKey()]);
    platform.reply(json(422, { error }));
    expect((await failureOf(client.apiKeys.update('key_1', {}))).message).toContain('was [redacted]');
  });
});

describe('the role of a field decides', () => {
  const { fields, item, created } = collection(webhooks.operations, {
    id: assigned(identifier),
    name: writable(text, { identifies: true }),
    steps: writable(arrayOf(text)),
    note: writable(nullable(text)),
    home: writable(nullable(text), {
      canonical: value => (typeof value === 'string' ? value.toLowerCase() : value),
    }),
    owner: fixed(text),
    secret: hidden(text),
    key: issued(text),
  });
  const shown = { id: 'a', name: 'n', steps: ['x', 'y'], note: 'one', owner: 'o' };
  const { id: _id, ...wanted } = { ...shown, secret: 's' };

  it('which responses it is read from', () => {
    const answer = { ...wanted, ...shown, key: 'k', more: 1 };
    expect(item(answer, '')).toEqual(shown);
    expect(created(answer, '')).toEqual({ ...shown, key: 'k' });
  });

  it('what a create sends, what is secret, what is watched for changes from outside, and what identifies', () => {
    expect(fieldRules.bodyOf(fields, { ...shown, ...wanted, key: 'k', more: 1 })).toEqual(wanted);
    expect(fieldRules.secretsIn(fields, { ...wanted, key: 'k' })).toEqual(['s', 'k']);
    expect(fieldRules.secretsIn(fields, { secret: undefined, key: 7 })).toEqual([]);
    const watched = { name: 'n', steps: null, note: null, home: null };
    expect(fieldRules.watchedOf(fields, { name: 'n' })).toEqual(watched);
    expect(fieldRules.identifyingNames(fields)).toEqual(['name']);
  });

  it.each<[boolean, known: object, told: object]>([
    [false, shown, { ...shown, owner: 'p' }],
    [false, shown, { ...shown, note: undefined }],
    [true, { name: 'n', note: undefined }, shown],
    [true, { ...shown, secret: 's' }, shown],
    [true, shown, { ...shown, steps: ['y', 'x'] }],
    [false, shown, { ...shown, steps: ['x'] }],
    [false, shown, { ...shown, id: 'b' }],
    [false, shown, { id: 'a' }],
  ])('whether a response shows what is known (%s): %j, %j', (isAsKnown, known, told) => {
    expect(fieldRules.isAsKnown(fields, known, told)).toBe(isAsKnown);
  });

  it.each<[sends: string, before: object, planned: object, changes: object | undefined]>([
    ['no secret that is absent', { ...shown, secret: 's' }, shown, undefined],
    ['no field that only a create sends', shown, { ...shown, owner: 'p' }, undefined],
    ['no field that stays absent', { name: 'n' }, { name: 'm' }, { name: 'm' }],
    ['no list in another order', shown, { ...shown, steps: ['y', 'x', 'y'] }, undefined],
    ['no value in another spelling', { ...shown, home: 'A' }, { ...shown, home: 'a' }, undefined],
    ['new values as they are spelled', shown, { ...shown, note: 'B', home: 'A' }, { note: 'B', home: 'A' }],
    ['null for a field that is cleared', shown, { ...shown, note: undefined }, { note: null }],
    ['a secret that is given', shown, { ...shown, secret: 't' }, { secret: 't' }],
  ])('that an update sends %s', (_sends, before, planned, changes) => {
    expect(fieldRules.changesOf(fields, before, planned)).toEqual(changes);
  });
});

it('a list may spell an address and the time of creation in another way', () => {
  const at = (url: string, created_at: string) => ({ id: 'wh_1', url, created_at });
  const known = at('https://a.example/hook', '2026-01-01T00:00:00.123Z');
  const listed = at('HTTPS://A.example:443/hook', '2026-01-01T00:00:00Z');
  expect(fieldRules.isAsKnown(webhooks.fields, known, listed)).toBe(true);
});
