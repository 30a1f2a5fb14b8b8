import { expect, it } from 'vitest';
import { planSecret, secretToSend } from '../../../src/provider/webhook-endpoints/signing-secret';
import { notebook } from './notebook';

const wo = { secret_wo: 'w', secret_wo_version: 1 };
const [stays, changes, none] = ['sent only after a failure', 'sent', 'never sent'] as const;
type Row = [string, object, object, sent: typeof stays | typeof changes | typeof none, value?: string];
it.each<Row>([
  ['as before', { secret: 'a' }, { secret: 'a' }, stays, 'a'],
  ['as before, and write-only', { secret_wo_version: 1 }, wo, stays, 'w'],
  ['write-only beside an ignored one', { secret: 'a', ...wo }, { secret: 'a', ...wo }, stays, 'w'],
  ['new', { secret: 'a' }, { secret: 'b' }, changes, 'b'],
  ['write-only with a new version', { secret_wo_version: 0 }, wo, changes, 'w'],
  ['write-only with a first version, 0', {}, { secret_wo: 'w', secret_wo_version: 0 }, changes, 'w'],
  ['write-only in place of another', { secret: 'a', secret_wo_version: 1 }, wo, changes, 'w'],
  ['of a new version beside an ignored one', { secret: 'a' }, { secret: 'a', ...wo }, changes, 'w'],
  ['not configured', {}, {}, none],
  ['unknown', { secret: 'a' }, { secret: undefined }, stays],
  ['unknown and write-only', {}, { secret_wo: undefined }, stays],
])('a secret that is %s: %j, then %j, is %s', (_, prior, planned, sent, value) => {
  for (const hasFailed of [true, false]) {
    const notes = notebook(hasFailed ? { secret_sent: 'yes' } : {});
    const did: string[] = [];
    const isNew = sent === changes;
    const isKnown = (name: string) => value !== undefined || !Object.hasOwn(planned, name);
    const recompute = (name: string) => did.push(name);
    const warn = () => did.push('warn');
    planSecret({ id: 'wh_1', ...prior }, planned, { notes, warn, isKnown, recompute });
    const words = hasFailed && !isNew ? ['warn'] : [];
    expect(did).toEqual(hasFailed && sent !== none ? ['status', ...words] : words);
    expect(secretToSend(prior, planned, notes)).toBe(hasFailed || isNew ? value : undefined);
    expect(notes.get('secret_sent')).toBe(hasFailed || isNew ? 'yes' : undefined);
  }
});
