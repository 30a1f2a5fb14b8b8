import { expect, it } from 'vitest';
import { StoredNotes } from '../../../src/plugin/rpc/private-notes';
import { type Note, noted } from '../../../src/provider/notes';

const print = '6a8408bbd6bba7eb659161c1b978d534b1534f51d37131fe39640a47040d07fe';
const origins = ['https://api.example.com live', 'https://new.example.com live'];

/** As version 0.1.0 writes each note (commit 383b5ba8, which made these), and what it says. */
const stored: { [Name in keyof typeof noted]: readonly [text: Record<string, string>, value: unknown] } = {
  origins: [{ origins: origins.join('\n') }, origins],
  tenants: [{ tenants: 'ten_acme\nten_globex' }, ['ten_acme', 'ten_globex']],
  beforeDrift: [{ changed_elsewhere: '{"url":"https://a.example/hook"}' }, { url: 'https://a.example/hook' }],
  secretSent: [{ secret_sent: 'yes' }, true],
  due: [{ rotation_due: 'key_knXS1d9M 2522' }, { id: 'key_knXS1d9M', age: 2522 }],
  overlapEnded: [{ overlap_ended: 'key_9Zbi74nA' }, 'key_9Zbi74nA'],
  gone: [{ current_gone: 'key_knXS1d9M' }, 'key_knXS1d9M'],
  ownKey: [{ own_key: 'key_vKRwR0u3' }, 'key_vKRwR0u3'],
  fingerprint: [{ 'fingerprint key_9Zbi74nA': print }, print],
};

it('a private state of the version before is read, and written as it was', () => {
  const all = Object.assign({}, ...Object.values(stored).map(([text]) => text));
  const [before, after] = [new StoredNotes(Buffer.from(JSON.stringify(all))), new StoredNotes()];
  const table: Readonly<Record<keyof typeof noted, Note<unknown>>> = {
    ...noted,
    fingerprint: noted.fingerprint('key_9Zbi74nA'),
  };
  for (const name of Object.keys(table) as (keyof typeof noted)[]) {
    const value = table[name].read(before);
    expect(value, name).toEqual(stored[name][1]);
    table[name].write(after, value);
    table[name].write(before, undefined);
  }
  expect(JSON.parse(Buffer.from(after.encode()).toString())).toEqual(all);
  expect(before.encode()).toHaveLength(0);
});
