import { expect, it } from 'vitest';
import {
  changedSecret,
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
type Row = [string, object, object, readonly string[], sent: string | undefined, isPlanned: boolean];
it.each<Row>([
  ['is as before', { secret: 'a' }, { secret: 'a' }, [], 'a', true],
  ['is as before, and write-only', { secret_wo_version: 1 }, wo, [], 'w', true],
  ['is write-only beside an ignored one', { secret: 'a', ...wo }, { secret: 'a', ...wo }, [], 'w', true],
  ['is new, which is a change', { secret: 'a' }, { secret: 'b' }, [], 'b', true],
  ['is not configured', {}, {}, [], undefined, false],
  ['is unknown', { secret: 'a' }, {}, ['secret'], undefined, true],
  ['is unknown and write-only', {}, {}, ['secret_wo'], undefined, true],
])(
  'after an update that failed, the secret is sent again if it %s',
  (_, prior, planned, unknown, sent, isPlanned) => {
    for (const hasFailed of [true, false]) {
      const notes = notebook(hasFailed ? { secret_sent: 'yes' } : {});
      const did: string[] = [];
      const isNew = changedSecret(prior, planned) !== undefined;
      const isKnown = (name: string) => !unknown.includes(name);
      const recompute = (name: string) => did.push(name);
      const warn = () => did.push('warn');
      planSecret({ id: 'wh_1', ...prior }, planned, { notes, warn, isKnown, recompute });
      const words = hasFailed && !isNew ? ['warn'] : [];
      expect(did).toEqual(hasFailed && isPlanned ? ['status', ...words] : words);
      expect(secretToSend(prior, planned, notes)).toBe(hasFailed || isNew ? sent : undefined);
      expect(notes.get('secret_sent')).toBe(hasFailed || isNew ? 'yes' : undefined);
    }
  },
);
