import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { foreignCodec } from '../plugin/foreign-codec';
import { raw, rawObject } from './arbitrary-values';
import { mutated } from './mutation';
import { providerUnderFuzz, validRequests } from './provider-under-fuzz';

const calls = Object.keys(validRequests);

/** A call is answered, or refused by an error of ours or of a decoder. The engine's own errors show a missing check. */
const bug = /^Cannot |is not (?:a function|a constructor|an object|iterable|defined)/;

async function provider() {
  const { handlers, sandbox } = await providerUnderFuzz();
  const outcomeOf = async (call: string, request: Uint8Array): Promise<object | Error> => {
    try {
      const answer = await handlers.get(`/tfplugin6.Provider/${call}`)?.(request);
      return foreignCodec(call).decode(answer ?? new Uint8Array());
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      expect(String(error)).not.toMatch(bug);
      return error instanceof Error ? error : new Error('no error');
    }
  };
  const isServed = async (call: string) =>
    expect(await outcomeOf(call, validRequests[call] ?? new Uint8Array())).not.toBeInstanceOf(Error);
  return { handlers, sandbox, outcomeOf, isServed };
}

it('every call is fuzzed', async () => {
  const { handlers } = await provider();
  const names = [...handlers.keys()].map(path => path.replace('/tfplugin6.Provider/', ''));
  // These take an empty request, and stopping would end the session under test.
  const without = ['GetResourceIdentitySchemas', 'GetFunctions', 'StopProvider'];
  expect(names.filter(name => !without.includes(name)).sort()).toEqual([...calls].sort());
});

it.each(calls)('%s answers any bytes, or refuses them, and serves a valid request after them', async call => {
  const { outcomeOf, isServed } = await provider();
  await isServed(call);
  const bytes = mutated(validRequests[call] ?? new Uint8Array());
  await fc.assert(fc.asyncProperty(bytes, async request => void (await outcomeOf(call, request))));
  await isServed(call);
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

it('well-formed requests with values of any type are answered, or refused, and make nothing', async () => {
  const { sandbox, outcomeOf, isServed } = await provider();
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
      for (const [call, request] of Object.entries(requests))
        await outcomeOf(call, foreignCodec(call).encode({ type_name, ...request }));
    }),
  );
  expect(sandbox.controls.webhooks.all()).toEqual([]);
  await isServed('PlanResourceChange');
});

it('functions take arguments of any type', async () => {
  const { outcomeOf, isServed } = await provider();
  const names = ['key_environment', 'webhook_signature', 'verify_webhook_signature', 'none', '__proto__'];
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.array(raw, { maxLength: 4 }), async (name, given) => {
      const request = { name, arguments: given.map(value => encodeDynamicValue(value)) };
      await outcomeOf('CallFunction', foreignCodec('CallFunction').encode(request));
    }),
  );
  await isServed('CallFunction');
});
