import { describe, expect, it } from 'vitest';
import { createRateGate } from '../../../src/client/http/rate-gate';
import { FakeClock } from './fake-clock';

/** Admits so many callers that come at once, and gives when each was let in. */
async function starts(gate: ReturnType<typeof createRateGate>, clock: FakeClock, callers: number) {
  const begin = clock.now();
  const admissions = Array.from({ length: callers }, () =>
    gate.admit(milliseconds => clock.sleep(milliseconds)),
  );
  for (let elapsed = 0; elapsed < 120_000; elapsed += 5) {
    await new Promise(setImmediate);
    clock.advance(5);
    if ((await Promise.race([Promise.all(admissions), 'waiting'])) !== 'waiting') break;
  }
  return (await Promise.all(admissions)).map(admitted => admitted - begin);
}

describe('the gate', () => {
  it('delays no request without a rate limit', async () => {
    const clock = new FakeClock('by hand');
    expect(await starts(createRateGate(clock), clock, 100)).toEqual(Array.from({ length: 100 }, () => 0));
  });

  it('keeps a rate that the caller sets', async () => {
    const clock = new FakeClock('by hand');
    expect(await starts(createRateGate(clock, 100), clock, 4)).toEqual([0, 100, 200, 300]);
  });

  it('admits no request during a pause, and then one after another', async () => {
    const clock = new FakeClock('by hand');
    const gate = createRateGate(clock);
    gate.slowDown(clock.now(), 1000);
    expect(await starts(gate, clock, 3)).toEqual([1000, 1020, 1040]);
  });

  it('counts the refusals of concurrent requests as one', () => {
    const clock = new FakeClock('by hand');
    const gate = createRateGate(clock);
    const admittedAt = clock.now();
    clock.advance(10);
    for (let refusal = 0; refusal < 10; refusal += 1) gate.slowDown(admittedAt, 1000);
    expect(gate.spacingMilliseconds).toBe(20);
    clock.advance(2000);
    gate.slowDown(clock.now(), 1000);
    expect(gate.spacingMilliseconds).toBe(40);
  });

  it('recovers its rate with responses, but never exceeds the rate that the caller sets', () => {
    const clock = new FakeClock('by hand');
    const free = createRateGate(clock);
    const limited = createRateGate(clock, 10);
    for (const gate of [free, limited]) {
      gate.slowDown(clock.now(), 0);
      for (let answer = 0; answer < 60; answer += 1) gate.speedUp();
    }
    expect([free.spacingMilliseconds, limited.spacingMilliseconds]).toEqual([0, 10]);
  });
});
