import { expect, it } from 'vitest';
import {
  changedSecret,
  noteSecretSent,
  planSecret,
  secretToSend,
} from '../../../src/provider/webhook-endpoints/signing-secret';
import { notebook } from './notebook';

it.each([
  ['a new secret is sent', { secret: 'a' }, { secret: 'b' }, 'b'],
  ['the same secret is not sent', { secret: 'a' }, { secret: 'a' }, undefined],
  [
    'a write-only secret with a new version is sent',
    { secret_wo_version: 1 },
    { secret_wo: 'b', secret_wo_version: 2 },
    'b',
  ],
  [
    'a write-only secret with its version is not sent',
    { secret_wo_version: 1 },
    { secret_wo: 'b', secret_wo_version: 1 },
    undefined,
  ],
  [
    'a write-only secret in place of a secret is sent, whatever its version',
    { secret: 'a', secret_wo_version: 1 },
    { secret_wo: 'b', secret_wo_version: 1 },
    'b',
  ],
  [
    'a secret that is ignored hides no new version',
    { secret: 'a', secret_wo_version: 1 },
    { secret: 'a', secret_wo: 'b', secret_wo_version: 2 },
    'b',
  ],
])('%s', (_, prior, planned, sent) => {
  expect(changedSecret(prior, planned)).toBe(sent);
});

const wo = { secret_wo: 'w', secret_wo_version: 1 };
const again = { sends: true, resends: true, notes: true };
const nothing = { sends: false, resends: false, notes: false };

it.each<[string, object, object, readonly string[], boolean, object]>([
  ['no apply has failed', { secret: 'a' }, { secret: 'a' }, [], true, nothing],
  [
    'no apply has failed, and a secret is new',
    { secret: 'a' },
    { secret: 'b' },
    [],
    true,
    { ...nothing, sends: true, notes: true },
  ],
  ['one has failed, and the change is taken back', { secret: 'a' }, { secret: 'a' }, [], false, again],
  [
    'one has failed, and the secret is new',
    { secret: 'a' },
    { secret: 'b' },
    [],
    false,
    { ...again, resends: false },
  ],
  ['one has failed, and the write-only one is as before', { secret_wo_version: 1 }, wo, [], false, again],
  ['one has failed, and no secret is configured', {}, {}, [], false, { ...nothing, notes: true }],
  [
    'one has failed, and the secret is unknown',
    { secret: 'a' },
    {},
    ['secret'],
    false,
    { ...again, sends: false },
  ],
  [
    'one has failed, and the write-only one is unknown',
    {},
    {},
    ['secret_wo'],
    false,
    { ...again, sends: false },
  ],
])('a plan where %s', (_, prior, planned, unknown, isSettled, expected) => {
  const notes = notebook();
  noteSecretSent(notes, !isSettled);
  const said: string[] = [];
  const recomputed: string[] = [];
  const isKnown = (name: string) => !unknown.includes(name);
  const planning = { notes, warn: (words: string) => said.push(words), isKnown };
  const recompute = (name: string) => recomputed.push(name);
  planSecret({ id: 'wh_1', ...prior }, planned, { ...planning, recompute, isChangeable: true });
  expect({
    sends: secretToSend(prior, planned, notes) !== undefined,
    resends: recomputed.length === 1,
    notes: notes.get('secret_sent') !== undefined,
  }).toEqual(expected);
  expect(said).toHaveLength(!isSettled && changedSecret(prior, planned) === undefined ? 1 : 0);
  planSecret({ id: 'wh_1' }, { secret: undefined }, { ...planning, recompute, isChangeable: false });
  expect(notes.all(), 'a platform without updates has taken none').toEqual({});
});

it('of two secrets, the ignored one is not sent again', () => {
  const both = { secret: 'old', ...wo };
  expect(secretToSend(both, both, notebook({ secret_sent: 'yes' }))).toBe('w');
});
