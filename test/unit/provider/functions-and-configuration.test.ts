import { expect, it } from 'vitest';
import { callFunction } from '../../../src/plugin/rpc/functions';
import { validateConfig } from '../../../src/plugin/rpc/validate-config';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { svc } from '../../../src/provider';
import { webhookEndpointTest } from '../../../src/provider/actions/webhook-endpoint-test';
import { encoded, words } from './asked';

const key = `svc_test_${'0'.repeat(32)}`;
const call = (argument: string) =>
  callFunction(svc.functions, { name: 'key_environment', arguments: [encodeDynamicValue(argument)] });

it.each([
  [key, 'test'],
  [`${key}0`, 'test'],
  [`svc_live_${'0'.repeat(32)}`, 'live'],
  [`x${key}`, 'live'],
])('a key that no prefix shows to be a test key counts as live: %s', (text, environment) => {
  expect(call(text)).toEqual({ result: encodeDynamicValue(environment) });
});

it('what no header can carry is no key. The error has no full stop: Terraform adds one', () => {
  expect(call('no key').error).toEqual({
    text: expect.stringMatching(/^This is not an API key: .*[^.]$/),
    functionArgument: 0,
  });
});

it('the action refuses an address without encryption, and plans no secret', () => {
  const { attributes } = webhookEndpointTest;
  const config = encoded(attributes, { url: 'http://hooks.example.com/', secret: 'x' });
  expect(words(validateConfig({ attributes }, config).diagnostics)).toEqual([
    expect.stringMatching(/^Invalid address of a receiver: .*must use https/s),
  ]);
  expect(attributes['secret']).toMatchObject({ writeOnly: true, sensitive: true });
});
