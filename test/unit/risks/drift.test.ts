import { expect, it } from 'vitest';
import { endpointDrift, type Fate, keyDrift } from '../../../src/risks/drift';
import type { Finding } from '../../../src/risks/finding';
import { riskNames, severities, severityOf } from '../../../src/risks/names';
import { said } from './said';

const key = (before: string[], now: string[], ...attributes: string[]) =>
  keyDrift({ before: { scopes: before }, now: { scopes: now }, attributes, fateOf: () => 'restored' });
const movedFrom = (before: string, url: string, ...attributes: string[]) =>
  endpointDrift({ before: { url: before }, now: { url }, attributes, fateOf: () => 'restored' });
const moved = (url: string, ...attributes: string[]) => movedFrom('https://a.example/x', url, ...attributes);
const was = (what: string) => `drift! was ${what} on the platform`;
const gains = 'drift! has c:d on the platform';
const changed = (what: string) => `drift! was changed on the platform: ${what}`;

it.each<[what: string, findings: readonly Finding[], expected: readonly string[], severity?: string]>([
  ['nothing', key(['a:b'], ['a:b']), []],
  ['no limits', key(['a:b'], [], 'scopes', 'unrestricted'), [was('made unrestricted')], 'high'],
  ['a scope', key(['a:b'], ['a:b', 'c:d'], 'scopes'), [gains], 'high'],
  ['a lost scope', key(['a:b', 'c:d'], ['a:b'], 'scopes'), [changed('scopes')]],
  ['limits', key([], ['a:b'], 'scopes'), [changed('scopes')]],
  ['a name alone', key(['a:b'], ['c:d'], 'name'), [changed('name')]],
  ['a name beside a scope', key(['a:b'], ['c:d'], 'name', 'scopes'), [gains, changed('name')], 'high'],
  ['another host', moved('https://b.example/', 'url'), [was('redirected to b.example')], 'high'],
  [
    'another path',
    moved('https://a.example/y', 'url'),
    [was('redirected to another address on a.example')],
    'high',
  ],
  ['no URL', moved('x', 'url'), [was('redirected to an unknown address')], 'high'],
  ['no URL, as before', movedFrom('x', 'y', 'url'), [was('redirected to an unknown address')], 'high'],
  ['events', moved('https://b.example/', 'events'), [changed('events')]],
])('drift: %s', (_, findings, expected, severity) => {
  expect(said(findings)).toEqual(expected);
  expect(findings[0]?.severity).toBe(severity);
});

it.each<[fate: Fate, saying: string]>([
  ['leaving', 'Applying (revokes|deletes)'],
  ['restored', 'Applying restores'],
  ['kept', 'Applying this plan leaves it so'],
  ['untold', 'No plan tells whether applying ends it'],
])('drift that an apply sees as %s says what the apply does', (fate, saying) => {
  const drifted = { attributes: ['scopes', 'name', 'url'], fateOf: () => fate };
  const details = [
    ...keyDrift({ ...drifted, before: { scopes: ['a:b'] }, now: { scopes: [] } }),
    ...endpointDrift({ ...drifted, before: { url: 'https://a.example/' }, now: { url: 'x' } }),
  ].map(({ detail = '' }) => detail);
  expect(details).toHaveLength(4);
  for (const detail of details) expect(detail).toMatch(new RegExp(saying));
});

it('drift that an apply restores in part is told apart', () => {
  const fateOf = (attribute: string) => (attribute === 'name' ? 'restored' : 'kept');
  const drifted = { before: { scopes: ['a:b'] }, now: { scopes: ['a:b'] }, fateOf };
  expect(said(keyDrift({ ...drifted, attributes: ['rotation', 'name'] }))).toEqual([
    changed('name'),
    changed('rotation'),
  ]);
});

it('the names of risks stand in the order of their severity', () => {
  const ranks = riskNames.map(name => severities.indexOf(severityOf[name]));
  expect(ranks).toEqual(ranks.toSorted());
});
