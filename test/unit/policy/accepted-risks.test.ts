import { describe, expect, it } from 'vitest';
import { dayInUtc, isExpired, readAcceptedRisks } from '../../../src/constructs/policy/rules/accepted-risks';

const entry = {
  rule: 'forbidUnrestricted',
  address: 'module.a["b.c"].svc_api_key.ci["x y"]',
  reason: 'Breaks glass.',
  expires: '2027-01-31',
};
const read = (...entries: unknown[]) =>
  readAcceptedRisks(JSON.stringify(entries), ['forbidUnrestricted', 'drift']);

describe('accepted-risks.json', () => {
  it('is a list of entries, each for one instance and for a time', () => {
    expect(readAcceptedRisks('\ufeff[]', [])).toEqual([]);
    const other = { ...entry, rule: 'drift', address: 'svc_webhook_endpoint.pager', stack: 'prod' };
    expect(read({ ...entry, reason: ' Breaks glass. ' }, other)).toEqual([entry, other]);
  });

  it.each<[what: string, wrong: object, message: string]>([
    ['no rule', { rule: undefined }, 'rule: undefined is no risk and no rule of a policy. There are forb'],
    ['an unknown rule', { rule: 'forbidunrestricted' }, 'rule: "forbidunrestricted" is no risk and no rule'],
    ['no address', { address: undefined }, 'address: undefined is no address, such as svc_api_key.ci["eu"].'],
    ['a bare key', { address: 'svc_api_key.ci[eu]' }, 'address: "svc_api_key.ci[eu]" is no address'],
    ['a type', { address: 'svc_api_key' }, 'address: "svc_api_key" is no address'],
    ['no reason', { reason: undefined }, 'reason: Say in plain words why it is accepted.'],
    ['an invisible reason', { reason: '\u3164\u200b -' }, 'reason: Say in plain words'],
    ['no day', { expires: undefined }, 'expires: undefined is no day, such as "2027-01-31".'],
    ['a day that no month has', { expires: '2027-02-29' }, 'expires: "2027-02-29" is no day'],
    ['a month that no year has', { expires: '2027-13-01' }, 'expires: "2027-13-01" is no day'],
    ['an empty stack', { stack: '' }, 'stack: "" is no name of a stack.'],
    ['a misspelt member', { adress: 'x' }, '"adress" is none of rule, address, reason, expires, stack.'],
  ])('refuses %s, and names the entry', (_, wrong, message) => {
    expect(() => read(entry, { ...entry, ...wrong })).toThrow(`Entry 2: ${message}`);
  });

  it.each([
    ['{}', 'It is a list of entries, and this is an object.'],
    ['[1]', 'Entry 1: 1 is no entry.'],
    ['[null]', 'Entry 1: null is no entry.'],
    ['planted', 'It is no JSON.'],
  ])('refuses %s', (text, message) => {
    expect(() => readAcceptedRisks(text, [])).toThrow(message);
  });

  it.each([
    ['2027-01-31T23:59:59.999Z', false],
    ['2027-02-01T00:00:00Z', true],
    ['2027-01-31T18:59:59-05:00', false],
    ['2027-01-31T19:00:00-05:00', true],
    ['2026-01-30T00:00:00Z', false],
    ['2026-01-29T23:59:59Z', true],
  ])('holds through its last day in UTC, for 366 days: expired at %s is %s', (now, expired) => {
    expect(isExpired(entry, dayInUtc(Date.parse(now)))).toBe(expired);
  });
});
