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
const redirected = (where: string) => was(`redirected to ${where}`);
const gains = 'drift! has c:d on the platform';
const changed = (what: string) => `drift! was changed on the platform: ${what}`;

it.for<[what: string, severity: string | undefined, findings: readonly Finding[], ...expected: string[]]>([
  ['nothing', undefined, key(['a:b'], ['a:b'])],
  ['no limits', 'high', key(['a:b'], [], 'scopes', 'unrestricted'), was('made unrestricted')],
  ['a scope', 'high', key(['a:b'], ['a:b', 'c:d'], 'scopes'), gains],
  ['a lost scope', undefined, key(['a:b', 'c:d'], ['a:b'], 'scopes'), changed('scopes')],
  ['limits', undefined, key([], ['a:b'], 'scopes'), changed('scopes')],
  ['a name alone', undefined, key(['a:b'], ['c:d'], 'name'), changed('name')],
  ['a name beside a scope', 'high', key(['a:b'], ['c:d'], 'name', 'scopes'), gains, changed('name')],
  ['another host', 'high', moved('https://b.example/', 'url'), redirected('b.example')],
  ['another path', 'high', moved('https://a.example/y', 'url'), redirected('another address on a.example')],
  ['no URL', 'high', moved('x', 'url'), redirected('an unknown address')],
  ['no URL, as before', 'high', movedFrom('x', 'y', 'url'), redirected('an unknown address')],
  ['events', undefined, moved('https://b.example/', 'events'), changed('events')],
])('drift: %s', ([, severity, findings, ...expected]) => {
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
