import { expect, it } from 'vitest';
import {
  demandOrigin,
  noteCreated,
  noteSeen,
  platformOrigin,
} from '../../../src/provider/connection/origins';
import { notebook } from './notebook';

it.each([
  ['https://API.example.com:443/', 'svc_live_1', 'https://api.example.com live'],
  ['https://api.example.com/staging', 'svc_test_1', 'https://api.example.com/staging test'],
  ['https://api.example.com:8443', 'another key', 'https://api.example.com:8443'],
  ['http://127.0.0.1:4010', undefined, 'localhost'],
  ['https://[::1]:4011', 'svc_test_1', 'localhost test'],
  ['http://localhost', 'Xsvc_test_1', 'localhost'],
])('the origin of %s with %s is %s', (url, key, origin) => {
  expect(platformOrigin(url, key)).toBe(origin);
});

it.each<[string | undefined, string, boolean, string | undefined]>([
  [undefined, 'a test', true, undefined],
  ['a test', 'a test', true, 'a test'],
  ['a test', 'a live', false, 'a test\na live'],
  ['a test', 'b test', false, 'a test\nb test'],
  ['a test', 'a', true, 'a test'],
  ['a', 'a test', true, 'a'],
  ['b live\na test', 'a test', true, 'b live\na test'],
])(
  'an object with the note %j may be changed from %j: %s; seen there, it has the note %j',
  (origins, origin, isAllowed, seen) => {
    const context = { client: { origin }, notes: notebook(origins === undefined ? {} : { origins }) };
    const demand = () => demandOrigin('wh_1', context);
    if (isAllowed) expect(demand).not.toThrow();
    else expect(demand).toThrow(`wh_1 was created or seen at ${origins}. This run uses ${origin}.`);
    noteSeen(context);
    expect(context.notes.get('origins')).toBe(seen);
    noteCreated(context);
    expect(context.notes.get('origins')).toBe(origin);
  },
);
