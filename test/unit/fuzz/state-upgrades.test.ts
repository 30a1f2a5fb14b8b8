import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLog } from '../../../src/plugin/log';
import { Session } from '../../../src/plugin/rpc/session/session';
import { upgradeResourceState } from '../../../src/plugin/rpc/upgrade-resource-state';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { svc } from '../../../src/provider';
import { mutated } from './mutation';

const silent = createLog({ level: undefined, module: 'test', now: () => 0, print: () => {} });
const session = new Session(svc, {}, () => 0, silent);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const ofResource = svc.resources.map(resource => [resource.name, resource] as const);

it.each(ofResource)(
  '%s: any stored state is upgraded to its attributes, or is an error',
  (_name, resource) => {
    const names = Object.keys(resource.attributes);
    const known = fc.dictionary(fc.constantFrom(...names, 'gone', '__proto__'), fc.jsonValue(), {
      maxKeys: 12,
    });
    const text = fc.oneof(
      fc.json(),
      known.map(object => JSON.stringify(object)),
    );
    const json = fc.oneof(
      text.map(bytesOf),
      text.chain(stored => mutated(bytesOf(stored))),
    );
    const version = fc.oneof(fc.constantFrom(0, -1, 1, 2, 2 ** 31), fc.integer());
    fc.assert(
      fc.property(json, version, (stored, from) => {
        const request = { typeName: resource.name, version: from, rawState: { json: stored, flatmap: {} } };
        let upgraded: ReturnType<typeof upgradeResourceState>;
        try {
          upgraded = upgradeResourceState(session, resource, request);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
          return;
        }
        if (upgraded.diagnostics.length > 0) return;
        const state = decodeDynamicValue(upgraded.upgradedState) ?? {};
        expect(Object.keys(state).sort()).toEqual([...names].sort());
      }),
      { numRuns: 1_000 },
    );
  },
);
