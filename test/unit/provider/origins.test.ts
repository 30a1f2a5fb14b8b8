import { expect, it } from 'vitest';
import { demandOrigin, noteCreated, noteSeen, originOf } from '../../../src/provider/origins';
import { notebook } from './notebook';

it.each([
  ['https://API.example.com:443/', 'svc_live_1', 'https://api.example.com live'],
  ['https://api.example.com/staging', 'svc_test_1', 'https://api.example.com/staging test'],
  ['https://api.example.com:8443', 'another key', 'https://api.example.com:8443'],
  ['http://127.0.0.1:4010', undefined, 'localhost'],
  ['https://[::1]:4011', 'svc_test_1', 'localhost test'],
  ['http://localhost', 'Xsvc_test_1', 'localhost'],
])('the origin of %s with %s is %s', (url, key, origin) => {
  expect(originOf(url, key)).toBe(origin);
});

const context = (origin: string, origins?: string) => ({
  client: { origin },
  notes: notebook(origins === undefined ? {} : { origins }),
});

it.each<[string | undefined, string, boolean]>([
  [undefined, 'b test', true],
  ['a test', 'a test', true],
  ['a test', 'a live', false],
  ['a test', 'b test', false],
  ['a test', 'a', true],
  ['a', 'a test', true],
  ['a', 'b', false],
  ['b live\na test', 'a test', true],
])('an object noted at %j may be changed from %j: %s', (origins, origin, isAllowed) => {
  const demand = () => demandOrigin('wh_1', context(origin, origins));
  if (isAllowed) expect(demand).not.toThrow();
  else expect(demand).toThrow(`wh_1 was created or seen at ${origins}. This run uses ${origin}.`);
});

it.each([
  ['no note', undefined, undefined, 'a test'],
  ['this origin', 'a test', 'a test', 'a test'],
  ['an origin that may be this one', 'a', 'a', 'a test'],
  ['another origin', 'b live', 'b live\na test', 'a test'],
])('beside %s: an object that is seen here, and one that is created here', (_, origins, seen, created) => {
  const at = context('a test', origins);
  noteSeen(at);
  expect(at.notes.get('origins')).toBe(seen);
  noteCreated(at);
  expect(at.notes.get('origins')).toBe(created);
});
