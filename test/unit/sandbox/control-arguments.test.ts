import { expect, it } from 'vitest';
import type { SandboxControls } from '../../../src/sandbox';
import { platform } from './platform-under-test';

/** A call as a program in JavaScript can make it: the compiler refuses each of them. */
type Call = (controls: SandboxControls) => unknown;

const inJavaScript = (value: unknown): never => value as never;

it.each<[string, Call, RegExp]>([
  [
    'a latency that is no number',
    c => c.latency.set(Number.NaN),
    /^controls\.latency\.set: must be a number/,
  ],
  ['a negative latency', c => c.latency.set(-1), /must not be negative/],
  [
    'a year for the clock',
    c => c.clock.advance(365 * 24 * 3_600_000),
    /^controls\.clock\.advance: .*30 days/,
  ],
  ['text for consent', c => c.oauth.setConsent(inJavaScript('no')), /^controls\.oauth\.setConsent: /],
  [
    'a fault with a misspelt field',
    c => c.faults.add(inJavaScript({ effect: { kind: 'drop-before' }, tims: 2 })),
    /^controls\.faults\.add: .*tims/,
  ],
  ['an unknown fault', c => c.faults.add(inJavaScript({ effect: { kind: 'explode' } })), /effect\.kind/],
  [
    'an event without a type',
    c => c.events.emit(inJavaScript({ tenant_id: 'ten_acme' })),
    /^controls\.events\.emit: type is required\.$/,
  ],
])('a control in code refuses %s', async (_, call, problem) => {
  const { controls } = await platform();
  await expect(async () => call(controls)).rejects.toThrow(problem);
});

it('a fault in code may have no limit, and bytes for a body', async () => {
  const { call, controls } = await platform();
  const effect = { kind: 'garbage', body: new Uint8Array([0x7b]), status: 202 } as const;
  controls.faults.add({ times: Number.POSITIVE_INFINITY, effect });
  expect((await call('GET', '/v1/tenants')).status).toBe(202);
  expect((await call('GET', '/v1/tenants')).status).toBe(202);
});
