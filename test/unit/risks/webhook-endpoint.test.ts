import { expect, it } from 'vitest';
import {
  changedEndpoint,
  type Endpoint,
  registeredEndpoint,
  removedEndpoint,
  replacedEndpoint,
} from '../../../src/risks/webhook-endpoint';
import { except, said } from './said';

const endpoint: Endpoint = { url: 'https://a.example/x', events: ['a.b', 'c.d'], secret_wo_version: 1 };
const bare: Endpoint = { ...endpoint, secret_wo_version: undefined };
const stored: Endpoint = { ...bare, secret: 'stored' };
const raised: Endpoint = { secret: 'stored', secret_wo_version: 2 };

const plain = 'plain-http delivers over http, without encryption';
const unclear = 'host-changed delivers to an unknown address instead';
const elsewhere = 'host-changed delivers to b.example instead';
const sameHost = 'receiver-changed delivers to another address on the same host';
const mayLose = 'events-removed may no longer get a.b, c.d';

const ignored = 'no longer a finding once it is degraded';

/** The secret, as far as changes of it are judged. */
const [changes, set, kept] = [
  'secret-changed! signs with another secret',
  'secret-changed! signs with the secret of the configuration',
  'secret-changed! keeps its secret, which leaves the state',
];

it.for<[what: string, prior: Endpoint, planned: Endpoint, unknown: string[], ...expected: string[]]>([
  ['nothing', endpoint, endpoint, []],
  ['another host', endpoint, { url: 'https://b.example/x' }, [], elsewhere],
  ['another path', endpoint, { url: 'https://a.example/y' }, [], sameHost],
  ['an unknown address', endpoint, { url: undefined }, ['url'], 'host-changed may deliver to another host'],
  ['no URL', endpoint, { url: 'x' }, [], unclear],
  ['no URL, as before', { ...endpoint, url: 'x' }, { url: 'y' }, [], unclear],
  ['http in place of https', endpoint, { url: 'HTTP://a.example/x' }, [], sameHost, plain],
  ['http as before', { ...endpoint, url: 'http://a.example' }, { url: 'http://b.example' }, [], elsewhere],
  ['an event that goes', endpoint, { events: ['a.b'] }, [], 'events-removed no longer gets c.d'],
  ['an event that comes', endpoint, { events: ['a.b', 'c.d', 'e.f'] }, [], 'events-added also gets e.f'],
  ['unknown events', endpoint, { events: undefined }, ['events'], mayLose],
  ['unknown events of none', { ...endpoint, events: [] }, { events: undefined }, ['events']],
  ['a raised version', endpoint, { secret_wo_version: 2, secret_wo: 'x' }, [], changes],
  ['a raised version beside an ignored secret', stored, raised, []],
  ['one with a secret that a plan does not hold', stored, raised, ['secret_wo'], changes],
  ['a write-only secret in place of another', { ...raised, ...endpoint }, { secret: undefined }, [], changes],
  ['a secret that is sent again', endpoint, {}, ['status'], 'secret-changed may sign with another secret'],
  [
    'one that is sent again to a new registration',
    bare,
    {},
    ['status'],
    'secret-changed may sign with another secret',
  ],
  ['another stored secret', stored, { secret: 'other' }, [], changes],
  ['an unknown stored secret', stored, { secret: undefined }, ['secret'], changes],
  ['an unknown version', endpoint, { secret_wo_version: undefined }, ['secret_wo_version'], changes],
  ['the first secret', bare, endpoint, [], set],
  ['the first secret, of version 0', bare, { secret_wo_version: 0 }, [], set],
  ['a version after 0', { ...endpoint, secret_wo_version: 0 }, endpoint, [], changes],
  ['no secret any more', stored, { secret: undefined }, [], kept],
  ['no write-only secret any more', endpoint, { secret_wo_version: undefined }, [], kept],
  ['ignored degradation', endpoint, { on_degraded: 'ignore' }, [], `degradation-ignored is ${ignored}`],
  ['ignored degradation, as before', { ...endpoint, on_degraded: 'ignore' }, { url: endpoint.url }, []],
  ['unknown degradation', endpoint, {}, ['on_degraded'], `degradation-ignored may be ${ignored}`],
  ['no secret, as before', bare, {}, []],
  ['one with a write-only secret beside it', stored, { ...raised, secret_wo: 'x' }, [], changes],
])('%s in a change', ([, prior, planned, unknown, ...expected]) => {
  expect(said(changedEndpoint(prior, { ...prior, ...planned }, except(...unknown)))).toEqual(expected);
});

const anew = 'endpoint-replaced! is replaced by a new registration';
const anewBeside = `${anew}, and the former one goes on delivering`;
const goesOn = 'object-forgotten leaves the state, and goes on delivering';
const mayGoOn = 'object-forgotten leaves the state, and may go on delivering';
const goes = { stays: false };

it.for<[what: string, planned: Endpoint, removal: object, ...expected: string[]]>([
  ['a replacement', stored, {}, anew],
  ['one with other events', { ...stored, events: [] }, {}, anew, 'events-removed no longer gets a.b, c.d'],
  ['one without a secret, which the provider refuses', { ...stored, secret: undefined }, {}, anew],
  ['one with another secret warns once', { ...stored, secret: 'x' }, {}, anew, changes.replace('!', '')],
  ['one whose former one stays', stored, { stays: true }, anewBeside, goesOn],
  ['one whose former one may stay', stored, { stays: 'unknown' }, anew, mayGoOn],
])('%s', ([, planned, removal, ...expected]) => {
  expect(said(replacedEndpoint(stored, planned, except(), { ...goes, ...removal }))).toEqual(expected);
});

it.each([
  ['degraded', 'replace', `${anew} because it is degraded`],
  ['degraded', 'warn', anew],
  ['active', 'replace', anew],
])('a replacement of a registration that is %s, with on_degraded = %s', (status, on_degraded, expected) => {
  expect(
    said(replacedEndpoint({ ...stored, status }, { ...stored, on_degraded }, except('status'), goes)),
  ).toEqual([expected]);
});

const anywhere = 'The id changes: update every place where it is written by hand.';
const between = 'Events of the time between are not delivered.';
const twice =
  'The former registration goes on delivering: receivers get each event twice. Delete it on the platform.';

it.each<[what: string, prior: object, removal: object, detail: string]>([
  ['a replacement', {}, {}, `${anywhere} ${between}`],
  ['one with a reason', {}, { why: 'Its url changes.' }, `Its url changes. ${anywhere} ${between}`],
  [
    'one of a degraded registration',
    { status: 'degraded' },
    { why: 'Its url changes.' },
    `It is degraded, and on_degraded = "replace" requires a new registration. ${anywhere} ${between}`,
  ],
  ['one whose former registration stays', {}, { stays: true }, `${anywhere} ${twice}`],
])('%s says what follows', (_, prior, removal, detail) => {
  const planned = { ...stored, on_degraded: 'replace' };
  const [first] = replacedEndpoint({ ...stored, ...prior }, planned, except(), { ...goes, ...removal });
  expect(first?.detail).toBe(detail);
});

it('a registration and a removal', () => {
  expect(
    said([
      registeredEndpoint(endpoint, except()),
      registeredEndpoint(endpoint, except('events')),
      ...[false, true, 'unknown' as const].flatMap(removedEndpoint),
    ]),
  ).toEqual([
    'endpoint-added is registered for a.b, c.d',
    'endpoint-added is registered for unknown events',
    'endpoint-removed is removed',
    goesOn,
    'endpoint-removed is removed',
    mayGoOn,
  ]);
});
