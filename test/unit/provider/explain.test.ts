import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as errors from '../../../src/client/errors';
import { explain } from '../../../src/provider/errors/explain';

const context = { operation: 'webhooks.get' } as const;
const reading = { subject: 'svc_webhook_endpoint', action: 'read' } as const;
const configuring = { subject: 'provider', action: 'configure' } as const;

describe('an explanation', () => {
  it.each([
    [
      new errors.Unreachable(context, 'api.example.com:443', 'ECONNREFUSED', 1),
      'Platform is unreachable',
      true,
    ],
    [new errors.Unauthorized({ ...context, status: 401 }), 'API key not accepted', true],
    [new errors.Forbidden({ ...context, status: 403 }, 'webhooks:manage'), 'API key lacks permission', false],
    [
      new errors.Forbidden({ ...context, status: 403 }, 'webhooks:manage', 'login'),
      'Login lacks permission',
      false,
    ],
    [
      new errors.Forbidden({ operation: 'apiKeys.get', status: 403 }, undefined, 'login'),
      'A login cannot manage API keys',
      false,
    ],
    [new errors.NotFound({ ...context, status: 404 }, 'wh_1'), 'Object not found', false],
    [new errors.Ambiguous(context, 'the connection broke'), 'Outcome of create unknown', false],
    [new errors.MalformedResponse(context, 'data[0].id', 'a string'), 'Answer not understood', false],
  ])('of %s has a summary, what happened and what next', (error, summary, providerWide) => {
    const explanation = explain(error, reading);
    expect(explanation).toMatchObject({ summary, providerWide });
    expect(explanation.detail.startsWith(`${error.message}\n\n`)).toBe(true);
    expect(explanation.detail.length).toBeGreaterThan(error.message.length + 20);
    expect(summary.split(' ').length).toBeLessThanOrEqual(6);
  });

  it('exists for every error class of the client', () => {
    const text = readFileSync('src/provider/errors/error-descriptions.ts', 'utf8');
    const classes = readdirSync('src/client/errors')
      .flatMap(file => [
        ...readFileSync(`src/client/errors/${file}`, 'utf8').matchAll(/^export class (\w+)/gm),
      ])
      .map(([, name]) => name);
    expect(classes.length).toBeGreaterThan(10);
    expect(classes.filter(name => !new RegExp(`\\[\\s*${name},`).test(text))).toEqual([]);
  });

  it('of an unforeseen error shows its kind and not its message, which could hold anything', () => {
    const explanation = explain(new RangeError('planted'), reading);
    expect(explanation.detail).toContain('RangeError');
    expect(JSON.stringify(explanation)).not.toContain('planted');
    expect(JSON.stringify(explain('planted', reading))).not.toContain('planted');
  });

  it('puts a field that the platform rejects on its attribute', () => {
    const error = new errors.Invalid({ ...context, status: 422 }, new Map([['url', 'is not reachable']]));
    expect(explain(error, { subject: 'svc_webhook_endpoint', action: 'create' })).toMatchObject({
      attribute: 'url',
    });
    expect(explain(error, reading)).not.toHaveProperty('attribute');
  });

  it('of a failure to configure names the setting', () => {
    expect(explain(new errors.Unauthorized({ ...context, status: 401 }), configuring)).toMatchObject({
      attribute: 'api_key',
    });
    expect(explain(new errors.Unreachable(context, 'a:1', 'ENOTFOUND', 1), configuring)).toMatchObject({
      attribute: 'base_url',
    });
  });
});
