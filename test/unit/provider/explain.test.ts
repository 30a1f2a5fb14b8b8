import { expect, it } from 'vitest';
import {
  type ErrorKind,
  type Facts,
  isKind,
  PlatformError,
  proxiesOf,
  systemClock,
} from '../../../src/client';
import { operationNames } from '../../../src/client/contract/operations';
import { createAuthorizationServer, createLoginStore } from '../../../src/client/oauth/login';
import { errorDescriptions } from '../../../src/provider/errors/error-descriptions';
import { explain } from '../../../src/provider/errors/explain';
import { Refused } from '../../../src/provider/errors/refused';
import { someFacts as call } from '../client/outcomes';

const fields = (...names: readonly string[]) => new Map(names.map(name => [name, 'Not reachable.']));

const login = { ...call, credential: 'login' } as const;
const ofLogin = { ...call, operation: 'oauth.token' } as const;
const [update, create] = [{ operation: 'webhooks.update' }, { operation: 'webhooks.create' }] as const;
/** A refusal by a platform whose own words end with a stop. */
const refused = (message: string) => ({ ...call, refusal: { message, fields: new Map<string, string>() } });

/** The error, its summary with what to do next, and the setting at fault. */
type Row = readonly [error: Error, words: RegExp, setting: string | null];

const row = <Kind extends ErrorKind>(
  kind: Kind,
  facts: Facts[Kind],
  words: RegExp,
  setting: string | null = 'base_url',
): Row => [new PlatformError(kind, facts), words, setting];

const limited = /^Platform limits .*later\. .*requests_per_second/;
const ofKey = /^API key lacks permission: Set SVC_API_KEY to a key with that scope\. /;
const otherReason = /: Set SVC_API_KEY to a key with that scope, or change what the platform names if/;

const ofClient: readonly Row[] = [
  row('Unreachable', call, /^Platform is unreachable: .*proxy/),
  row('ConnectionLost', call, /^Connection to platform lost: .*later/),
  row('TimedOut', call, /^Platform did not answer: .*request_timeout/),
  row('Ambiguous', call, /^Outcome of create unknown: .*Plan again/),
  row('Cancelled', call, /^Cancelled: Run the command again/),
  row('NoApi', { ...call, address: 'https://a.example/v1' }, /^No API at .* without \/v1,/),
  row('Unauthorized', refused('Revoked.'), /^API key not accepted: Check `api_key`/, 'api_key'),
  row('Forbidden', { ...refused('No.'), missingScope: 'a:b' }, ofKey),
  row('Forbidden', { ...refused('No 200.'), usualScope: 'a:b' }, otherReason),
  row('Forbidden', call, /^API key lacks permission: Set SVC_API_KEY to an unrestricted key\. /),
  row('Forbidden', { ...login, missingScope: 'a:b' }, /^Login lacks permission: .*--scope.*npx/s),
  row('Forbidden', { ...login, usualScope: 'a:b' }, /^Login lacks permission: .*--scope/s),
  row('Forbidden', login, /^A login cannot manage.*Remove `oauth`/),
  row('ForbiddenOrGone', call, /^Object refused, or .*terraform state rm/s),
  row('RefusedInFront', call, /^Refused before the platform: Check base_url, .*proxy/),
  row('NotFound', refused('None.'), /^Object not found: It was deleted, or api_key .* is of another account/),
  row('NotFound', { ...refused('None!'), id: undefined }, /^Object not found: Check base_url/),
  row('Conflict', refused('Taken.'), /^Conflict on the platform: .*names.*-parallelism=1/),
  row('Invalid', refused('Why?'), /^Platform refused the request: Correct .* report it to the platform/),
  row('RateLimited', refused('Slow.'), limited, null),
  row('RateLimited', { ...call, pauseMilliseconds: 9000 }, /^Platform limits .*after that time/, null),
  row('ServerError', refused('Sorry…'), /^Platform failed: This is a fault/),
  row('Redirected', call, /^Platform answered with redirect: /),
  row('MalformedResponse', call, /^Answer not understood: /),
  row('MalformedResponse', ofLogin, /: Check oauth.auth_url/, 'oauth'),
  row('EndlessList', call, /^List does not end: This is a fault/),
  row('EndUnknown', call, /^End of list unknown: .*lists_are_whole = true/),
  row('Unsupported', { ...update, declared: false }, /^Operation not .* = \["webhooks.update"\]/),
  row('Unsupported', { ...update, declared: true }, /^Operation not .* offers it now, remove it/),
  row('Unsupported', { ...create, declared: false }, /^Operation not .* document shows this operation/),
  row('Unobservable', call, /^Object cannot be read: .*no way to read it/),
  row('StillShown', call, /^Accepted, still shown: .*Apply again/),
  row('LoginRequired', ofLogin, /^Login needed: .*In CI/, 'oauth'),
  row('LoginRefused', ofLogin, /^Authorization server refused: /, 'oauth'),
];

const configuring = { subject: 'provider', action: 'configure' } as const;
const reading = { subject: 'svc_webhook_endpoint', action: 'read' } as const;

it.each<Row>(ofClient)('%s: a summary, what happened, what to do, the setting', (error, words, setting) => {
  const { summary, detail, providerWide, ...place } = explain(error, configuring);
  expect(detail.startsWith(`${error.message}\n\n`)).toBe(true);
  expect(`${summary}: ${detail.slice(error.message.length + 2)}`).toMatch(words);
  expect(place).toEqual(setting === null ? {} : { attribute: setting });
  expect(providerWide).toBe(error instanceof PlatformError && error.affectsEveryCall);
  expect(explain(error, reading)).not.toHaveProperty('attribute');
});

it('every kind of error has a row here', () => {
  const shown = new Set(ofClient.map(([{ name }]) => name));
  expect(Object.keys(errorDescriptions).filter(each => !shown.has(each))).toEqual([]);
});

it.each(ofClient)('%s: whole sentences, the call as documented, commands that can be copied', error => {
  const { detail } = explain(error, configuring);
  expect(detail).not.toMatch(/[.!?…]\.(?!\.)|\.[!?]|\s\.(\s|$)/);
  for (const paragraph of detail.split('\n\n'))
    expect(paragraph).toMatch(/([.!?…)]|^ {4}.*|Log in with:|of the login:|gone:)$/);
  const withoutHint = detail.replace(/unavailable_operations = \[.*?\]/, '');
  for (const name of operationNames)
    expect(withoutHint).not.toMatch(new RegExp(`(?<!\\()\\b${name.replace('.', '\\.')}\\b`));
  if (!isKind(error, 'LoginRequired')) expect(detail).toMatch(/\b(GET|POST|PATCH|DELETE) \S*\/\w/);
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
  const error = new PlatformError('Invalid', { operation: 'webhooks.create', status: 422, fields: rejected });
  expect(explain(error, { subject: 'svc_webhook_endpoint', action }).attribute).toBe(attribute);
});

it('an unforeseen error shows its kind and not its message, which could hold anything', () => {
  for (const error of [new RangeError('planted'), 'planted'])
    expect(JSON.stringify(explain(error, reading))).not.toContain('planted');
  const { summary, detail } = explain(new RangeError('planted'), reading);
  const mistake = /^Provider made a mistake.*RangeError.*read of svc_webhook_endpoint/;
  expect(`${summary} ${detail}`).toMatch(mistake);
});

it('a rule of the provider has its own words', () => {
  const explanation = explain(new Refused('Summary', 'It is.', 'Do it.', true), configuring);
  expect(explanation).toEqual({ summary: 'Summary', detail: 'It is.\n\nDo it.', providerWide: true });
});

const ask = (authUrl: string, clientId: string) => () =>
  createAuthorizationServer({ authUrl, clientId }, systemClock);
const invalid = 'Invalid provider configuration';
const ofSocks = () => proxiesOf({ HTTPS_PROXY: 'socks4://a' });
const withoutHome = () => createLoginStore({ HOME: '' });

it.each<[RegExp, () => unknown, summary: string]>([
  [/^auth_url \(or SVC_AUTH_URL\) is refused: The URL must use https/, ask('http://a.example', 'a'), invalid],
  [/^client_id \(or SVC_CLIENT_ID\) is/, ask('https://a.example', 'a b'), invalid],
  [/^HTTPS_PROXY is not the address.*\n\nCorrect the provider block/, ofSocks, invalid],
  [/^HOME is no absolute path. Set HOME, or XDG_CONFIG_HOME.$/, withoutHome, 'Login cannot be used'],
])('a refused option is called as users know it: %s', async (detail, act, summary) => {
  const refusal = await Promise.resolve()
    .then(act)
    .catch((error: unknown) => error);
  expect(explain(refusal, configuring)).toEqual({ summary, detail: expect.stringMatching(detail) });
});
