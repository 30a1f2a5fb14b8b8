import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/constructs/policy/rules/policy';
import { thrownBy } from '../../harness/thrown-by';

const whole = {
  forbidUnrestricted: true,
  allowedScopes: ['alerts:read', 'tenants:read'],
  deniedScopes: ['incident:respond'],
  allowedTenants: ['org:1', 'ten_A-b'],
  forbidLive: true,
  allowedHosts: ['*.example.org', 'hooks.example.com'],
  requireRotation: true,
  maxKeyAgeDays: 90,
  requireWriteOnlySecrets: true,
  maxEvents: 4,
};

describe('a policy', () => {
  it('is read with all its rules', () => {
    expect(parsePolicy(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  });

  it('may have no rule at all, and empty lists allow nothing', () => {
    expect(parsePolicy({})).toEqual({});
    const closed = { allowedScopes: [], allowedHosts: [] };
    expect(parsePolicy(closed)).toEqual(closed);
  });

  it.each([1, 3650])('takes %d as the largest age of a key', maxKeyAgeDays => {
    expect(parsePolicy({ maxKeyAgeDays }).maxKeyAgeDays).toBe(maxKeyAgeDays);
  });

  it('is the same in any order, with any spelling of a host', () => {
    const given = { allowedHosts: ['B.Example.', '10.0.0.1', 'b.example', '[::1]', '*.MÜNCHEN.example'] };
    const normalized = ['*.xn--mnchen-3ya.example', '10.0.0.1', '[::1]', 'b.example'];
    expect(parsePolicy(given).allowedHosts).toEqual(normalized);
  });
});

describe('a wrong policy is refused with the path of the first error', () => {
  const wrong: [path: string, json: unknown, message: RegExp][] = [
    ['', null, /^A policy is an object with rules, and this is null/],
    ['', undefined, /this is undefined/],
    ['"constructor"', { constructor: true }, /This is no rule\. The rules are forbidUnrestricted, /],
    ['forbidUnrestricted', { forbidUnrestricted: 'true' }, /"true" is neither true nor false/],
    ['requireRotation', { requireRotation: null }, /null is neither/],
    ['requireWriteOnlySecrets', { requireWriteOnlySecrets: 1 }, /1 is neither/],
    ['allowedScopes', { allowedScopes: {} }, /an object is no list/],
    ['allowedScopes[1]', { allowedScopes: ['alerts:read', 'alerts.read'] }, /"alerts\.read" is no scope/],
    ['allowedScopes[0]', { allowedScopes: ['alerts:*'] }, /no scope/],
    ['deniedScopes[0]', { deniedScopes: ['incident:*'] }, /no scope/],
    ['allowedTenants[1]', { allowedTenants: ['t', 'Acme Inc'] }, /"Acme Inc" is no tenant id\. Give an id/],
    ['allowedTenants[0]', { allowedTenants: [''] }, /no tenant id/],
    ['forbidLive', { forbidLive: 'yes' }, /"yes" is neither true nor false/],
    ['allowedHosts[0]', { allowedHosts: [''] }, /is no host/],
    ['allowedHosts[0]', { allowedHosts: ['https://hooks.example.com'] }, /is no host\. Give a host alone/],
    ['allowedHosts[0]', { allowedHosts: ['hooks.example.com:443'] }, /no host/],
    ['allowedHosts[0]', { allowedHosts: ['user@hooks.example.com'] }, /no host/],
    ['allowedHosts[0]', { allowedHosts: ['hooks.exam\tple.com'] }, /no host/],
    ['allowedHosts[1]', { allowedHosts: ['*.example.com', '*'] }, /"\*" is no host/],
    ['allowedHosts[0]', { allowedHosts: ['*.'] }, /no host/],
    ['allowedHosts[0]', { allowedHosts: ['hooks.*.example.com'] }, /no host/],
    ['allowedHosts[0]', { allowedHosts: ['*.127.0.0.1'] }, /no host/],
    ['allowedHosts[0]', { allowedHosts: [7] }, /7 is no host/],
    ['maxKeyAgeDays', { maxKeyAgeDays: 0 }, /0 is no whole number from 1 to 3650/],
    ['maxKeyAgeDays', { maxKeyAgeDays: 3651 }, /3651 is no whole number/],
    ['maxKeyAgeDays', { maxKeyAgeDays: 1.5 }, /1\.5 is no whole number/],
    ['maxEvents', { maxEvents: 0 }, /0 is no whole number/],
  ];

  it.each(wrong)('%s: %j', (path, json, message) => {
    const told = thrownBy(() => parsePolicy(json)).message;
    expect(told).toMatch(message);
    expect(told.startsWith(path === '' ? 'A policy' : `${path}: `)).toBe(true);
  });

  it('in one short line, whatever it contains', () => {
    const rules = { [`\u001b[2J\u202e${'x'.repeat(500)}\n`]: true };
    const { message } = thrownBy(() => parsePolicy(rules));
    expect(message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(message.length).toBeLessThan(300);
  });
});
