import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { foreignCodec } from '../plugin/foreign-codec';
import { raw, rawObject } from './arbitrary-values';
import { mutated } from './mutation';
import { answer, providerUnderFuzz, validRequests } from './provider-under-fuzz';

const calls = Object.keys(validRequests);

it('every call is fuzzed', async () => {
  const { handlers } = await providerUnderFuzz();
  const names = [...handlers.keys()].map(path => path.replace('/tfplugin6.Provider/', ''));
  // These take an empty request, and stopping would end the session under test.
  const without = ['GetResourceIdentitySchemas', 'GetFunctions', 'StopProvider'];
  expect(names.filter(name => !without.includes(name)).sort()).toEqual([...calls].sort());
});

it.each(calls)('%s accepts valid input', async call => {
  const { handlers } = await providerUnderFuzz();
  expect(await answer(handlers, call, validRequests[call] ?? new Uint8Array())).toBeInstanceOf(Uint8Array);
});

it.each(calls)('%s answers any bytes, or throws an error: it neither hangs nor crashes', async call => {
  const { handlers } = await providerUnderFuzz();
  const valid = validRequests[call] ?? new Uint8Array();
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated(valid));
  await fc.assert(
    fc.asyncProperty(bytes, async request => {
      const outcome = await answer(handlers, call, request);
      expect(outcome instanceof Uint8Array || outcome instanceof Error).toBe(true);
    }),
    { numRuns: 100 },
  );
  // What has been thrown at it has not changed how it works.
  expect(await answer(handlers, call, valid)).toBeInstanceOf(Uint8Array);
});

const attributes = [
  'id',
  'url',
  'events',
  'secret',
  'secret_wo',
  'on_degraded',
  'status',
  'scopes',
  'rotation',
];

it('well-formed requests with values of any type are answered, or refused with an error', async () => {
  const { handlers, sandbox } = await providerUnderFuzz();
  const typeName = fc.constantFrom('svc_webhook_endpoint', 'svc_api_key');
  const state = fc.option(rawObject(attributes), { nil: null });
  await fc.assert(
    fc.asyncProperty(typeName, state, state, async (type_name, prior, planned) => {
      const [before, after] = [encodeDynamicValue(prior), encodeDynamicValue(planned)];
      const requests = {
        ReadResource: { current_state: before },
        PlanResourceChange: { prior_state: before, proposed_new_state: after, config: after },
        ValidateResourceConfig: { config: after },
      };
      for (const [call, request] of Object.entries(requests)) {
        await answer(handlers, call, foreignCodec(call).encode({ type_name, ...request }));
      }
    }),
    { numRuns: 100 },
  );
  expect(sandbox.controls.webhooks.all()).toEqual([]);
});

it('functions take arguments of any type', async () => {
  const { handlers } = await providerUnderFuzz();
  const name = fc.constantFrom(
    'key_environment',
    'webhook_signature',
    'verify_webhook_signature',
    'none',
    '__proto__',
  );
  await fc.assert(
    fc.asyncProperty(name, fc.array(raw, { maxLength: 4 }), async (called, given) => {
      const request = { name: called, arguments: given.map(value => encodeDynamicValue(value)) };
      await answer(handlers, 'CallFunction', foreignCodec('CallFunction').encode(request));
    }),
    { numRuns: 100 },
  );
});
