import { expect, it } from 'vitest';
import { endpointDrift, keyDrift } from '../../../src/risks/drift';
import type { Finding } from '../../../src/risks/finding';
import { riskNames, severities, severityOf } from '../../../src/risks/names';
import { said } from './said';

const key = (before: string[], now: string[], ...attributes: string[]) =>
  keyDrift({ before: { scopes: before }, now: { scopes: now }, attributes, isLeaving: false });
const moved = (url: string, ...attributes: string[]) =>
  endpointDrift({ before: { url: 'https://a.example/x' }, now: { url }, attributes, isLeaving: false });
const changed = (what: string) => `drift! was changed on the platform: ${what}`;

it.each<[what: string, findings: readonly Finding[], expected: readonly string[], severity?: string]>([
  ['nothing', key(['a:b'], ['a:b']), []],
  [
    'no limits',
    key(['a:b'], [], 'scopes', 'unrestricted'),
    ['drift! was made unrestricted on the platform'],
    'high',
  ],
  ['a scope', key(['a:b'], ['a:b', 'c:d'], 'scopes'), ['drift! was given c:d on the platform'], 'high'],
  ['a lost scope', key(['a:b', 'c:d'], ['a:b'], 'scopes'), [changed('scopes')]],
  ['limits', key([], ['a:b'], 'scopes'), [changed('scopes')]],
  ['a name alone', key(['a:b'], ['c:d'], 'name'), [changed('name')]],
  [
    'a name beside a scope',
    key(['a:b'], ['c:d'], 'name', 'scopes'),
    ['drift! was given c:d on the platform', changed('name')],
    'high',
  ],
  [
    'another host',
    moved('https://b.example/', 'url'),
    ['drift! was redirected to b.example on the platform'],
    'high',
  ],
  ['another path', moved('https://a.example/y', 'url'), [changed('url')]],
  ['no URL', moved('x', 'url'), ['drift! was redirected to an unknown address on the platform'], 'high'],
  ['events', moved('https://b.example/', 'events'), [changed('events')]],
])('drift: %s', (_, findings, expected, severity) => {
  expect(said(findings)).toEqual(expected);
  expect(findings[0]?.severity).toBe(severity);
});

it('drift of an object that this plan deletes restores nothing', () => {
  const leaving = { attributes: ['scopes', 'name', 'url'], isLeaving: true };
  const details = [
    ...keyDrift({ ...leaving, before: { scopes: ['a:b'] }, now: { scopes: [] } }),
    ...endpointDrift({
      ...leaving,
      before: { url: 'https://a.example/' },
      now: { url: 'https://b.example/' },
    }),
  ].map(({ detail = '' }) => detail);
  expect(details).toHaveLength(4);
  for (const detail of details) expect(detail).not.toContain('restores');
});

it('the severities stand in their order', () => {
  expect(severities).toEqual(['critical', 'high', 'medium', 'low']);
});

it('the names of risks stand in the order of their severity', () => {
  const ranks = riskNames.map(name => severities.indexOf(severityOf[name]));
  expect(ranks).toEqual(ranks.toSorted());
});
