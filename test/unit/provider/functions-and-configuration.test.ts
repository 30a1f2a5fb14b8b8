import { expect, it } from 'vitest';
import { referencePages } from '../../../src/plugin/docs/markdown';
import { createLog } from '../../../src/plugin/log';
import { configureProvider } from '../../../src/plugin/rpc/configure-provider';
import { callFunction } from '../../../src/plugin/rpc/functions';
import { Session } from '../../../src/plugin/rpc/session/session';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { svc } from '../../../src/provider';

const key = `svc_test_${'0'.repeat(32)}`;
const call = (argument = key) =>
  callFunction(svc.functions, { name: 'key_environment', arguments: [encodeDynamicValue(argument)] });
const session = () =>
  new Session(
    svc,
    {},
    () => 0,
    createLog({ level: undefined, module: 'test', print: () => {}, now: () => 0 }),
  );
const nothingSet = Object.fromEntries(Object.keys(svc.attributes).map(name => [name, null]));

it('Terraform: a function answers in a process that nobody configured', () => {
  expect(call()).toMatchObject({ result: expect.anything() });
});

it.each(['no key', `${key}0`, `x${key}`])(
  'no key: %s. The error has no full stop: Terraform adds one',
  text => {
    expect(call(text).error).toEqual({
      text: expect.stringMatching(/^This is not an API key\. .*[^.]$/),
      functionArgument: 0,
    });
  },
);

it('OpenTofu: a provider without an address is refused once, before the function is called', async () => {
  const { diagnostics } = await configureProvider(session(), {
    terraformVersion: '1.12.6',
    config: encodeDynamicValue(nothingSet),
    clientCapabilities: undefined,
  });
  expect(diagnostics.map(({ summary }) => summary)).toEqual(['Missing base_url']);
});

it('the page of every function says what OpenTofu needs', () => {
  const pages = referencePages(svc, () => '').filter(({ path }) => path.startsWith('functions/'));
  expect(pages).toHaveLength(svc.functions.length);
  for (const { text } of pages)
    expect(text).toMatch(/OpenTofu configures the provider first if .* `provider` block/);
});
