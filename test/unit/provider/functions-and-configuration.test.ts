import { expect, it } from 'vitest';
import { referencePages } from '../../../src/plugin/docs/markdown';
import { callFunction } from '../../../src/plugin/rpc/functions';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { svc } from '../../../src/provider';

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

it('the page of every function says what OpenTofu needs', () => {
  const pages = referencePages(svc, () => '').filter(({ path }) => path.startsWith('functions/'));
  expect(pages).toHaveLength(svc.functions.length);
  for (const { text } of pages)
    expect(text).toMatch(/OpenTofu configures the provider first if .* `provider` block/);
});
