import { expect, it } from 'vitest';
import { RateGate } from '../../../src/client/http/rate-gate';
import { FakeClock } from './fake-clock';

const tooLong = (milliseconds: number) => new Error(`too long: ${milliseconds}`);

/** A gate by a clock that stands still, and the starts of so many callers that come at once. */
function standing(leastSpacing?: number) {
  const clock = new FakeClock('by hand');
  const gate = new RateGate(clock, leastSpacing);
  const begin = clock.monotonic();
  const admit = async () => (await gate.admit(milliseconds => clock.sleep(milliseconds), tooLong)) - begin;
  const starts = async (callers: number) => {
    const admissions = Promise.all(Array.from({ length: callers }, admit));
    for (let elapsed = 0; elapsed < 2000; elapsed += 10) {
      await new Promise(setImmediate);
      clock.advance(10);
    }
    return admissions;
  };
  return { clock, gate, starts, slowDown: (pause: number) => gate.slowDown(clock.monotonic(), pause) };
}

it.each([
  ['delays no request without a rate limit', undefined, [0, 0, 0, 0]],
  ['keeps a rate that the caller sets', 100, [0, 100, 200, 300]],
])('the gate %s', async (_what, leastSpacing, expected) => {
  expect(await standing(leastSpacing).starts(4)).toEqual(expected);
});

it('the gate admits no request during a pause, the longest one counts, and then one after another', async () => {
  const { slowDown, starts } = standing();
  slowDown(1000);
  slowDown(500);
  expect(await starts(3)).toEqual([1000, 1040, 1080]);
});

it.each([
  [300_000, 'waits'],
  [300_001, 'too long: 300001'],
])('of a pause of %i ms for one in flight, the gate says to a request: %s', async (pause, words) => {
  const { gate, slowDown } = standing();
  slowDown(500);
  gate.slowDown(-1, pause);
  const admission = gate.admit(() => Promise.reject(new Error('waits')), tooLong);
  await expect(admission).rejects.toThrow(words);
});

it('the gate applies a pause to requests that wait already', async () => {
  const { slowDown, starts } = standing(100);
  const waiting = starts(3);
  await new Promise(setImmediate);
  // Ten milliseconds have passed.
  slowDown(500);
  expect(await waiting).toEqual([0, 510, 710]);
});

it('the gate lets no later request overtake those that wait, after a pause that is over', async () => {
  const { gate, slowDown, starts } = standing(100);
  const waiting = starts(3);
  await new Promise(setImmediate);
  slowDown(0);
  const waits: number[] = [];
  await gate.admit(async milliseconds => void waits.push(milliseconds), tooLong);
  expect([waits, await waiting]).toEqual([[290], [0, 100, 200]]);
});

it('the gate counts the refusals of concurrent requests as one, and each later one doubles the spacing', () => {
  const { clock, gate, slowDown } = standing();
  const spacings: number[] = [];
  for (const refusals of [10, 10]) {
    const admittedAt = clock.monotonic();
    clock.advance(10);
    for (let refusal = 0; refusal < refusals; refusal += 1) gate.slowDown(admittedAt, 1000);
    spacings.push(gate.spacingMilliseconds);
  }
  for (let refusal = 0; refusal < 6; refusal += 1) {
    slowDown(0);
    spacings.push(gate.spacingMilliseconds);
  }
  expect(spacings).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000]);
});

it.each([
  ['without a rate', undefined, [20, 19], 0],
  ['with a rate', 10, [20, 19], 10],
  ['with a rate slower than the widest spacing', 3000, [3000, 3000], 3000],
])('the gate recovers up to the rate that the caller sets: %s', (_what, least, first, last) => {
  const { gate, slowDown } = standing(least);
  slowDown(0);
  const before = gate.spacingMilliseconds;
  gate.speedUp();
  expect([before, gate.spacingMilliseconds]).toEqual(first);
  for (let answer = 0; answer < 43; answer += 1) gate.speedUp();
  if (least === undefined) expect(gate.spacingMilliseconds).toBeCloseTo(20 * 0.95 ** 44, 3);
  gate.speedUp();
  expect(gate.spacingMilliseconds).toBe(last);
});
