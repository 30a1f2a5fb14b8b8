import { expect, it } from 'vitest';
import { operationNames } from '../../../src/client/contract/operations';
import * as errors from '../../../src/client/errors';
import { JournalOfOthers } from '../../../src/provider/creation/journal/journal';
import { LeftoverUnreadable, LookAlikeRefused } from '../../../src/provider/creation/messages';
import { explain } from '../../../src/provider/errors/explain';
import { Refused } from '../../../src/provider/errors/refused';

const call = { operation: 'webhooks.list', status: 409 } as const;
const update = { operation: 'webhooks.update', status: 405 } as const;
const create = { operation: 'webhooks.create', status: 405 } as const;
const getKey = { operation: 'apiKeys.get', status: 403 } as const;
const denied = new errors.Forbidden(getKey, undefined);
const host = 'api.example.com:443';
/** A refusal by a platform whose own words end with a stop. */
const refused = (message: string) => ({ ...call, refusal: { message, fields: new Map<string, string>() } });
const fields = (...names: readonly string[]) => new Map(names.map(name => [name, 'Not reachable.']));
const login = { authUrl: 'https://auth.example.com', clientId: 'ci' };
const kind = { noun: 'API key', resource: 'svc_api_key' };

/** The error, its summary with what to do next, and the setting at fault. */
type Row = readonly [error: Error, words: RegExp, attribute: string | undefined];

const otherReason = /: Set SVC_API_KEY to a key with that scope, or change what the platform names if/;
const lost = /^Connection to platform lost: .*later/;
const limited = /^Platform limits .*raise max_retries.*requests_per_second/;
const limitedFor = /^Platform limits .*after that time/;

const ofClient: readonly Row[] = [
  [new errors.Unreachable(call, host, 'ECONNREFUSED', 5), /^Platform is unreachable: .*proxy/, 'base_url'],
  [new errors.ConnectionLost(call, host, 'ECONNRESET', 5), lost, 'base_url'],
  [new errors.TimedOut(call, host, 30, 5), /^Platform did not answer: .*request_timeout/, 'base_url'],
  [new errors.Ambiguous(create, 'it broke'), /^Outcome of create unknown: .*has recorded/, 'base_url'],
  [new errors.Cancelled(call), /^Cancelled: Run the command again/, 'base_url'],
  [new errors.NoApi(call, 'https://a.example/v1', 'it is'), /^No API at .* without \/v1,/, 'base_url'],
  [new errors.Unauthorized(refused('Revoked.')), /^API key not accepted: Check `api_key`/, 'api_key'],
  [
    new errors.Forbidden(refused('No.'), 'a:b'),
    /lacks permission: Set SVC_API_KEY to a key with that/,
    'base_url',
  ],
  [
    new errors.Forbidden(call, undefined),
    /lacks permission: Set SVC_API_KEY to an unrestricted key\. The/,
    'base_url',
  ],
  [new errors.Forbidden(refused('No 200.'), undefined, 'API key', 'a:b'), otherReason, 'base_url'],
  [new errors.Forbidden(call, 'a:b', 'login'), /^Login lacks permission: .*--scope.*npx/s, 'base_url'],
  [new errors.Forbidden(call, undefined, 'login', 'a:b'), /^Login lacks permission: .*--scope/s, 'base_url'],
  [new errors.ForbiddenOrGone(denied, 'key_1'), /^Object refused, or .*terraform state rm/s, 'base_url'],
  [new errors.RefusedInFront(call), /^Refused before the platform: Check base_url, .*proxy/, 'base_url'],
  [new errors.Forbidden(getKey, undefined, 'login'), /^A login cannot manage.*Remove `oauth`/, 'base_url'],
  [new errors.NotFound(refused('None.'), 'wh_1'), /^Object not found: It has been deleted/, 'base_url'],
  [new errors.NotFound(refused('None!'), undefined), /^Object not found: Check base_url/, 'base_url'],
  [
    new errors.Conflict(refused('Taken.'), 1),
    /^Conflict on the platform: .*names.*-parallelism=1/,
    'base_url',
  ],
  [new errors.Invalid(refused('Why?'), fields('url')), /^Platform refused the values: Correct/, 'base_url'],
  [new errors.RateLimited(refused('Slow.'), 5), limited, undefined],
  [new errors.RateLimited({ ...call, pauseMilliseconds: 9000 }, 1), limitedFor, undefined],
  [new errors.ServerError(refused('Sorry…'), 5), /^Platform failed: This is a fault/, 'base_url'],
  [new errors.Redirected(call, 'www.example.com'), /^Platform answered with redirect: /, 'base_url'],
  [new errors.MalformedResponse(call, 'data', 'a string'), /^Answer not understood: /, 'base_url'],
  [new errors.EndlessList(call, 'its cursor repeats'), /^List does not end: This is a fault/, 'base_url'],
  [new errors.EndUnknown(call, 40), /^End of list unknown: .*lists_are_whole = true/, 'base_url'],
  [new errors.Unsupported(update, false), /^Operation not .* = \["webhooks.update"\]/, 'base_url'],
  [new errors.Unsupported(update, true), /^Operation not .* offers it now, remove it/, 'base_url'],
  [new errors.Unsupported(create, false), /^Operation not .* document shows this operation/, 'base_url'],
  [new errors.Unobservable(call, 'wh_1'), /^Object cannot be read: .*no way to read it/, 'base_url'],
  [new errors.StillShown(update, 'wh_1'), /^Accepted, still shown: .*Apply again/, 'base_url'],
  [new errors.LoginRequired(login, 'Nobody is logged in'), /^Login needed: .*In CI/, 'oauth'],
  [new errors.LoginRefused('oauth.token', 'invalid'), /^Authorization server refused: /, 'oauth'],
];

const ofProvider: readonly Row[] = [
  [new LeftoverUnreadable(kind, 'key_1', new Error('Gone.')), /cannot be read: .*journal forget/, 'base_url'],
  [new JournalOfOthers('/srv/journal'), /^Journal belongs to others: .*chmod 700/, 'journal_directory'],
  [new LookAlikeRefused(kind, []), /^Equal object exists already: .*accepted_look_alikes/, 'base_url'],
];

const configuring = { subject: 'provider', action: 'configure' } as const;
const reading = { subject: 'svc_webhook_endpoint', action: 'read' } as const;

it.each<Row>([...ofClient, ...ofProvider])(
  '%s: a summary, what happened, what to do, and the setting',
  (error, words, attribute) => {
    const { summary, detail, providerWide, ...place } = explain(error, configuring);
    expect(detail.startsWith(`${error.message}\n\n`)).toBe(true);
    expect(`${summary}: ${detail.slice(error.message.length + 2)}`).toMatch(words);
    expect(place).toEqual(attribute === undefined ? {} : { attribute });
    expect(providerWide).toBe(error instanceof errors.PlatformError && error.affectsEveryCall);
    expect(explain(error, reading)).not.toHaveProperty('attribute');
  },
);

it('every error class of the client has a row; of a refused option, option-names.test.ts has them', () => {
  const classes = Object.values(errors).filter(each => Reflect.get(each, 'prototype') instanceof Error);
  const missing = classes.filter(each => !ofClient.some(([error]) => error.constructor === each));
  expect(missing).toEqual([errors.InvalidOption, errors.PlatformError]);
});

it.each(ofClient)('%s: whole sentences, the call as documented, commands that can be copied', error => {
  const { detail } = explain(error, configuring);
  expect(detail).not.toMatch(/[.!?…]\.(?!\.)|\.[!?]|\s\.(\s|$)/);
  for (const paragraph of detail.split('\n\n'))
    expect(paragraph).toMatch(/([.!?…)]|^ {4}.*|Log in with:|of the login:|gone:)$/);
  const withoutHint = detail.replace(/unavailable_operations = \[.*?\]/, '');
  for (const name of operationNames)
    expect(withoutHint).not.toMatch(new RegExp(`(?<!\\()\\b${name.replace('.', '\\.')}\\b`));
  if (!(error instanceof errors.LoginRequired)) expect(detail).toMatch(/\b(GET|POST|PATCH|DELETE) \S*\/\w/);
  // Terraform does not wrap an indented line.
  for (const line of detail.split('\n'))
    if (/\b(npx|terraform|tofu) \w+/.test(line)) expect(line).toMatch(/^ {4}(npx|terraform) /);
});

it.each([
  ['the only field that the platform rejects', fields('url'), 'create', 'url'],
  ['the same, of an update', fields('url'), 'update', 'url'],
  ['one of two fields', fields('url', 'events'), 'create', undefined],
  ['no field', fields(), 'create', undefined],
  ['a field of a read', fields('url'), 'read', undefined],
] as const)('the attribute of a refused value is %s', (_, rejected, action, attribute) => {
  const error = new errors.Invalid({ operation: 'webhooks.create', status: 422 }, rejected);
  expect(explain(error, { subject: 'svc_webhook_endpoint', action }).attribute).toBe(attribute);
});

it('an unforeseen error shows its kind and not its message, which could hold anything', () => {
  for (const error of [new RangeError('planted'), 'planted'])
    expect(JSON.stringify(explain(error, reading))).not.toContain('planted');
  const { summary, detail } = explain(new RangeError('planted'), reading);
  expect(`${summary} ${detail}`).toMatch(
    /^Provider made a mistake.*RangeError.*read of svc_webhook_endpoint/,
  );
});

it('a rule of the provider has its own words', () => {
  const explanation = explain(new Refused('Summary', 'It is.', 'Do it.', true), configuring);
  expect(explanation).toEqual({ summary: 'Summary', detail: 'It is.\n\nDo it.', providerWide: true });
});

it.each([
  [5, 'id_4 looks the same'],
  [6, 'id_4 and 1 more looks the same'],
  [22, '\nAnd 2 more: id_20, id_21.'],
])('of %i objects, a summary has the ids of five, and the message those of all', (count, words) => {
  const object = { digest: '', created_at: undefined, label: '' };
  const objects = Array.from({ length: count }, (_, index) => ({ ...object, id: `id_${index}` }));
  expect(new LookAlikeRefused(kind, objects).message).toContain(words);
});
