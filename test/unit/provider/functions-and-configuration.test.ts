import { expect, it } from 'vitest';
import { referencePages } from '../../../src/plugin/docs/markdown';
import { callFunction } from '../../../src/plugin/rpc/functions';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { svc } from '../../../src/provider';

const key = `svc_test_${'0'.repeat(32)}`;
const call = (argument: string) =>
  callFunction(svc.functions, { name: 'key_environment', arguments: [encodeDynamicValue(argument)] });

it.each(['no key', `${key}0`, `x${key}`])(
  'no key: %s. The error has no full stop: Terraform adds one',
  text => {
    expect(call(key)).toMatchObject({ result: expect.anything() });
    expect(call(text).error).toEqual({
      text: expect.stringMatching(/^This is not an API key\. .*[^.]$/),
      functionArgument: 0,
    });
  },
);

it('the page of every function says what OpenTofu needs', () => {
  const pages = referencePages(svc, () => '').filter(({ path }) => path.startsWith('functions/'));
  expect(pages).toHaveLength(svc.functions.length);
  for (const { text } of pages)
    expect(text).toMatch(/OpenTofu configures the provider first if .* `provider` block/);
});
