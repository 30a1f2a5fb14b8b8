import { describe, expect, it } from 'vitest';
import { operationNames } from '../../../src/client/contract/operations';
import * as errors from '../../../src/client/errors';
import { explain } from '../../../src/provider/errors/explain';

const context = { operation: 'webhooks.list', status: 409 } as const;
const refusal = (message: string) => ({ message, fields: new Map<string, string>() });
const login = { authUrl: 'https://auth.example.com', clientId: 'ci' };

/** Each error as it happens, from a platform whose own words end in a full stop. */
const table: readonly (readonly [string, Error])[] = [
  ['unreachable', new errors.Unreachable(context, 'api.example.com:443', 'ECONNREFUSED', 5)],
  ['connection lost', new errors.ConnectionLost(context, 'api.example.com:443', 'ECONNRESET', 5)],
  ['timed out', new errors.TimedOut(context, 'api.example.com:443', 30, 5)],
  ['outcome unknown', new errors.Ambiguous({ operation: 'webhooks.create' }, 'the connection broke')],
  ['cancelled', new errors.Cancelled(context)],
  ['no API', new errors.NoApi(context, 'https://api.example.com/v1', 'it answers 404')],
  ['key refused', new errors.Unauthorized({ ...context, status: 401, refusal: refusal('Revoked.') })],
  ['scope missing', new errors.Forbidden({ ...context, refusal: refusal('No.') }, 'webhooks:manage')],
  ['object gone', new errors.NotFound({ ...context, refusal: refusal('No such endpoint.') }, 'wh_1')],
  ['address gone', new errors.NotFound({ ...context, refusal: refusal('No such path!') }, undefined)],
  ['conflict', new errors.Conflict({ ...context, refusal: refusal('Taken.') })],
  [
    'invalid',
    new errors.Invalid({ ...context, refusal: refusal('Why?') }, new Map([['url', 'Not reachable.']])),
  ],
  ['rate limited', new errors.RateLimited({ ...context, refusal: refusal('Slow down.') }, 5)],
  ['long pause', new errors.RateLimited({ ...context, pauseMilliseconds: 3_600_000 }, 1)],
  ['server failed', new errors.ServerError({ ...context, refusal: refusal('Sorry…') }, 5)],
  ['redirected', new errors.Redirected(context, 'www.example.com')],
  ['malformed', new errors.MalformedResponse(context, 'data[0].id', 'a string')],
  ['endless', new errors.EndlessList(context, 'its cursor repeats')],
  ['not offered', new errors.Unsupported({ operation: 'webhooks.update', status: 405 }, false)],
  ['declared unavailable', new errors.Unsupported({ operation: 'webhooks.update' }, true)],
  ['unobservable', new errors.Unobservable(context, 'wh_1')],
  ['login needed', new errors.LoginRequired(login, 'Nobody is logged in')],
  ['login refused', new errors.LoginRefused('oauth.token', 'invalid_grant')],
];

const told = (error: Error) => explain(error, { subject: 'provider', action: 'configure' }).detail;

describe.each(table)('the message when %s', (_, error) => {
  it('has whole sentences, and no full stop after another', () => {
    expect(told(error)).not.toMatch(/[.!?…]\.(?!\.)|\.[!?]|\s\.(\s|$)/);
    for (const paragraph of told(error).split('\n\n'))
      expect(paragraph).toMatch(/([.!?…)]|^ {4}.*|Log in with:)$/);
  });

  it('names the call as the platform’s document does', () => {
    const withoutHint = told(error).replace(/unavailable_operations = \[.*?\]/, '');
    const internal = operationNames.filter(name =>
      new RegExp(`(?<!\\()\\b${name.replace('.', '\\.')}\\b`).test(withoutHint),
    );
    expect(internal).toEqual([]);
    if (!(error instanceof errors.LoginRequired))
      expect(told(error)).toMatch(/\b(GET|POST|PATCH|DELETE) \S*\/\w/);
  });

  it('has each command on a line of its own, which Terraform does not wrap', () => {
    for (const line of told(error).split('\n'))
      if (/\b(npx|terraform|tofu) \w+/.test(line)) expect(line).toMatch(/^ {4}(npx|terraform) /);
  });

  it('does not repeat the attribute that Terraform shows anyway', () => {
    const { attribute } = explain(error, { subject: 'provider', action: 'configure' });
    if (attribute === 'api_key') expect(told(error)).toContain('`api_key`');
  });
});

describe('the message about a platform', () => {
  it.each(['unreachable', 'connection lost', 'timed out', 'rate limited', 'server failed'])(
    'that is %s: how often it was tried',
    name => {
      const error = table.find(([each]) => each === name)?.[1];
      expect(error?.message).toMatch(/5 times/);
    },
  );

  it.each(['rate limited', 'long pause'])('that is %s: the setting that keeps the pace', name => {
    const error = table.find(([each]) => each === name)?.[1] ?? new Error(name);
    expect(told(error)).toContain('requests_per_second');
  });

  it('that has no API there: the address, and that base_url is the one without the version', () => {
    const error = table.find(([each]) => each === 'no API')?.[1] ?? new Error();
    expect(told(error)).toMatch(
      /^No API at GET https:\/\/api\.example\.com\/v1\/v1\/webhooks: .*base_url is the address without \/v1/s,
    );
  });

  it('without an API at its address never says that an object was deleted', () => {
    const error = table.find(([each]) => each === 'address gone')?.[1] ?? new Error();
    expect(told(error)).not.toMatch(/deleted/);
  });
});
