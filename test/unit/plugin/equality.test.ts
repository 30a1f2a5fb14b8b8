import { expect, it } from 'vitest';
import { optional, required } from '../../../src/plugin/define/attribute';
import type { ValueType } from '../../../src/plugin/define/schema-types';
import { bool, listOf, mapOf, number, objectOf, setOf, string } from '../../../src/plugin/define/value-type';
import { isEqual, isIdentical } from '../../../src/plugin/values/equality';
import { type Raw, Unknown, unknown } from '../../../src/plugin/values/raw';

const description = 'for the test';
const pair = objectOf({ a: required(string, { description }), b: optional(string, { description }) });
const box = objectOf({ tags: optional(setOf(string), { description }) });

it.each<[string, ValueType, Raw, Raw, boolean]>([
  ['a value differs from another', bool, true, false, false],
  ['an unknown equals nothing', string, unknown, unknown, false],
  ['a number may come as text', number, 12, '12', true],
  ['a number may come in 64 bits', number, 12n, '12', true],
  ['all digits of 64 bits count', number, 9007199254740993n, 9007199254740992, false],
  ['sets do not care for duplicates', setOf(string), ['a', 'b', 'a'], ['b', 'a'], true],
  ['sets care for their elements', setOf(string), ['a', 'b'], ['a', 'c'], false],
  ['a larger set differs', setOf(string), ['a'], ['a', 'b'], false],
  ['an empty set is not an absent one', setOf(string), [], null, false],
  ['lists care for order', listOf(string), ['a', 'b'], ['b', 'a'], false],
  ['an empty list is not an absent one', listOf(string), [], null, false],
  ['sets in objects in a list are sets', listOf(box), [{ tags: ['a', 'b'] }], [{ tags: ['b', 'a'] }], true],
  ['a longer list differs', listOf(box), [{ tags: null }], [{ tags: null }, {}], false],
  ['an unknown in a set equals nothing', setOf(string), [unknown, 'a'], ['a', unknown], false],
  ['an unknown number equals nothing', number, unknown, new Unknown(12, new Uint8Array()), false],
  ['maps care for names', mapOf(string), { a: '1' }, { b: '1' }, false],
  ['a missing nested attribute is null', pair, { a: 'x', b: null }, { a: 'x' }, true],
  ['a null that comes is a missing one', pair, { a: 'x' }, { b: null, a: 'x' }, true],
  ['a nested attribute counts', pair, { a: 'x', b: 'y' }, { a: 'x', b: null }, false],
  ['an absent object differs from one', pair, null, { a: null, b: null }, false],
])('equality: %s', (_, type, left, right, equal) => {
  expect(isEqual(type, left, right)).toBe(equal);
});

it.each<[string, Raw, Raw, boolean]>([
  ['the same text', 'a', 'a', true],
  ['a number and its text', 1, '1', false],
  ['an unknown twice, inside', { a: [unknown] }, { a: [unknown] }, false],
  ['the same list', ['a', ['b']], ['a', ['b']], true],
  ['a longer list', ['a'], ['a', 'b'], false],
  ['a list and an object', [], {}, false],
  ['an object and null', {}, null, false],
  ['the same object in another order', { a: '1', b: {} }, { b: {}, a: '1' }, true],
  ['another member', { a: '1', b: '2' }, { a: '1', b: '3' }, false],
  ['a member more', { a: '1' }, { a: '1', b: '2' }, false],
])('identity of %s', (_, left, right, identical) => {
  expect(isIdentical(left, right)).toBe(identical);
});
