import { describe, expect, it } from 'vitest';
import { collection } from '../../../src/client/contract/collection-contract';
import { arrayOf, identifier, nullable, text } from '../../../src/client/contract/decode';
import {
  assigned,
  bodyOf,
  changesOf,
  fixed,
  hidden,
  issued,
  secretsIn,
  watchedOf,
  writable,
} from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';

const { fields, item, created } = collection(webhooks.operations, {
  id: assigned(identifier),
  name: writable(text, { identifies: true }),
  steps: writable(arrayOf(text)),
  note: writable(nullable(text)),
  owner: fixed(text),
  secret: hidden(text),
  key: issued(text),
});
const shown = { id: 'a', name: 'n', steps: ['x', 'y'], note: 'one', owner: 'o' };
const { id: _id, ...wanted } = { ...shown, secret: 's' };

describe('the role of a field decides', () => {
  it('which responses it is read from', () => {
    const answer = { ...wanted, ...shown, key: 'k', more: 1 };
    expect(item(answer, '')).toEqual(shown);
    expect(created(answer, '')).toEqual({ ...shown, key: 'k' });
  });

  it('what a create sends, what is secret, and what is watched for changes from outside', () => {
    expect(bodyOf(fields, { ...shown, ...wanted, key: 'k', more: 1 })).toEqual(wanted);
    expect(secretsIn(fields, { ...wanted, key: 'k' })).toEqual(['s', 'k']);
    expect(watchedOf(fields, { name: 'n' })).toEqual({ name: 'n', steps: null, note: null });
  });

  it.each<[sends: string, before: object, planned: object, changes: object | undefined]>([
    ['nothing if all values are equal', shown, shown, undefined],
    ['no secret that is absent', { ...shown, secret: 's' }, shown, undefined],
    ['no field that only a create sends', shown, { ...shown, owner: 'p' }, undefined],
    ['no field that stays absent', { name: 'n' }, { name: 'm' }, { name: 'm' }],
    ['a field that does not identify', shown, { ...shown, note: 'two' }, { note: 'two' }],
    ['a list in another order', shown, { ...shown, steps: ['y', 'x'] }, { steps: ['y', 'x'] }],
    ['null for a field that is cleared', shown, { ...shown, note: undefined }, { note: null }],
    ['a secret that is given', shown, { ...shown, secret: 't' }, { secret: 't' }],
  ])('that an update sends %s', (_sends, before, planned, changes) => {
    expect(changesOf(fields, before, planned)).toEqual(changes);
  });
});
