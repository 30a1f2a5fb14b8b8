import { expect, it } from 'vitest';
import { computed, optional, required } from '../../../src/plugin/define/attribute';
import { listOf, mapOf, objectOf, setOf, string } from '../../../src/plugin/define/value-type';
import { unknown } from '../../../src/plugin/values/raw';
import { sensitiveTexts } from '../../../src/plugin/values/sensitive';

const description = 'for the test';
const text = optional(string, { description });
const secret = optional(string, { description, sensitive: true });
const hook = objectOf({ url: text, tokens: optional(listOf(objectOf({ value: secret })), { description }) });
const attributes = {
  name: required(string, { description }),
  tags: optional(listOf(string), { description }),
  secret,
  keys: optional(setOf(string), { description, sensitive: true }),
  labels: optional(mapOf(string), { description, sensitive: true }),
  hooks: optional(listOf(hook), { description }),
  nested: computed(
    objectOf({
      open: computed(string, { description }),
      token: computed(string, { description, sensitive: true }),
    }),
    { description },
  ),
};

it.each([
  [{ name: 'open', tags: ['open'], secret: 'a' }, ['a']],
  [{ keys: ['a', 'b'], labels: { x: 'c' } }, ['a', 'b', 'c']],
  [{ nested: { open: 'open', token: 'a' } }, ['a']],
  [{ hooks: [{ url: 'open', tokens: [{ value: 'a' }, { value: null }, { value: 'b' }] }] }, ['a', 'b']],
  [{ hooks: [{ tokens: null }, unknown] }, []],
  [{ secret: unknown, keys: ['a', unknown] }, ['a']],
  [{}, []],
])('of %j the sensitive texts are %j', (value, texts) => {
  expect(sensitiveTexts(attributes, value)).toEqual(texts);
});
