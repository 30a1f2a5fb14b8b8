import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DeliveryLog } from '../../../src/sandbox/deliveries/delivery-log';
import { type DeliveryRecord, newDelivery } from '../../../src/sandbox/deliveries/delivery-record';

const bounds = { records: 10, waitingCharacters: 100 };

/** Deliveries of one event that wait for their next attempt. */
function waiting(log: DeliveryLog, name: string, characters: number, endpoints = 1): DeliveryRecord[] {
  const payload = { body: 'x'.repeat(characters), pending: 0 };
  const event = { event_id: name, event_type: 'alert.created' };
  const records = Array.from({ length: endpoints }, (_, index) => newDelivery(event, `wh_${index}`, payload));
  log.add(records);
  for (const record of records) record.next_attempt_at = '2026-01-01T00:00:00.000Z';
  return records;
}

const states = (log: DeliveryLog) => log.all().map(({ event_id, state }) => `${event_id} ${state}`);

describe('the delivery log of a sandbox', () => {
  it('contains no bodies of delivered or abandoned deliveries', () => {
    const log = new DeliveryLog(bounds);
    const [first, second] = waiting(log, 'a', 10, 2);
    if (first === undefined || second === undefined) throw new Error('There are two.');
    log.finish(first, 'delivered');
    expect([first.payload, second.payload?.pending]).toEqual([undefined, 1]);
    log.finish(second, 'abandoned');
    expect(second.payload).toBeUndefined();
  });

  it('abandons the oldest waiting delivery when bodies exceed the limit, and says why', () => {
    const log = new DeliveryLog(bounds);
    for (const name of ['a', 'b', 'c']) waiting(log, name, 40);
    log.makeRoom();
    expect(states(log)).toEqual(['a abandoned', 'b pending', 'c pending']);
    expect(log.all()[0]?.reason).toContain('The sandbox keeps at most 100 characters of undelivered bodies');
    expect(log.all()[0]).not.toHaveProperty('next_attempt_at');
  });

  it('counts a body once for all its endpoints', () => {
    const log = new DeliveryLog(bounds);
    waiting(log, 'a', 60, 5);
    waiting(log, 'b', 40);
    log.makeRoom();
    expect(states(log).filter(state => state.endsWith('abandoned'))).toEqual([]);
  });

  it('drops the oldest beyond the limit, but none that is pending', () => {
    const log = new DeliveryLog(bounds);
    waiting(log, 'waits', 1);
    for (let index = 0; index < 30; index += 1)
      for (const record of waiting(log, `done-${index}`, 1)) log.finish(record, 'delivered');
    expect(log.all().length).toBeLessThanOrEqual(bounds.records);
    expect(states(log)).toEqual(expect.arrayContaining(['waits pending', 'done-29 delivered']));
  });

  it('drops the oldest waiting delivery if all are pending, and makes no attempt with it', () => {
    const log = new DeliveryLog(bounds);
    const [oldest] = waiting(log, 'oldest', 1);
    for (let index = 0; index < 30; index += 1) waiting(log, `waits-${index}`, 1);
    expect(log.all().length).toBeLessThanOrEqual(bounds.records);
    expect(states(log)).toContain('waits-29 pending');
    expect(oldest?.payload).toBeUndefined();
  });

  it('is empty after a reset, even with deliveries in flight', () => {
    const log = new DeliveryLog(bounds);
    const [underWay] = waiting(log, 'a', 90);
    log.clear();
    if (underWay !== undefined) log.finish(underWay, 'delivered');
    waiting(log, 'b', 90);
    log.makeRoom();
    expect(states(log)).toEqual(['b pending']);
    waiting(log, 'c', 90);
    log.makeRoom();
    expect(states(log)).toEqual(['b abandoned', 'c pending']);
  });
});

describe('events of 900 KB', { timeout: 60_000 }, () => {
  // What all bodies together would need is more than the limit.
  it.each([
    [40, 200, 10],
    [120, 500, 80],
  ])('%i with responses of status %i need less than %i MB', async (events, status, megabytes) => {
    const program = ['--expose-gc', '--import', 'tsx', 'test/unit/sandbox/delivery-memory.ts'];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...program,
      String(status),
      String(events),
    ]);
    expect(stdout).toMatch(/^-?\d+\n$/);
    expect(Number(stdout)).toBeLessThan(megabytes);
  });
});
