import { expect, it, onTestFinished, vi } from 'vitest';
import { DeliveryClock } from '../../../src/sandbox/deliveries/delivery-clock';

it('the delivery clock runs faster than the real one, and its tasks with it', async () => {
  vi.useFakeTimers({ now: 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const clock = new DeliveryClock(Date.now, 20);
  const ran: string[] = [];
  const task = (name: string) => async () => void ran.push(`${name} at ${clock.now()}`);
  clock.schedule(1000 + 5000, task('late'));
  clock.schedule(1000 + 2000, task('early'));
  clock.schedule(1000 + 6000, task('latest'));
  await vi.advanceTimersByTimeAsync(99);
  expect(ran).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual(['early at 3000']);
  await Promise.all([clock.advance(2000), clock.advance(999)]);
  expect(ran).toHaveLength(1);
  await clock.advance(1);
  expect(ran).toEqual(['early at 3000', 'late at 6000']);
  await clock.advance(0);
  expect(clock.now()).toBe(6000);
  await vi.advanceTimersByTimeAsync(50);
  expect(ran.slice(2)).toEqual(['latest at 7000']);
  // Real time passes the target while a task runs.
  clock.schedule(7000, async () => void vi.setSystemTime(Date.now() + 50));
  await clock.advance(0);
  expect(clock.now()).toBe(8000);
  clock.schedule(8001, task('never'));
  clock.clear();
  await clock.advance(100);
  await vi.advanceTimersByTimeAsync(100);
  expect(ran).toHaveLength(3);
});
