import { assertType, describe, expectTypeOf, it } from 'vitest';
import { computed, optional, required } from '../../src/plugin/define/attribute';
import { authorFor } from '../../src/plugin/define/author';
import type { ValidateContext } from '../../src/plugin/define/context';
import type { ConfigOf } from '../../src/plugin/define/shapes';
import { listOf, number, objectOf, string } from '../../src/plugin/define/value-type';

/** What is inferred of an author's definitions, the definitions in src/provider show: they compile. */
const attributes = {
  id: computed(string, { description: 'id' }),
  rotation: optional(objectOf({ after_days: required(number, { description: 'days' }) }), {
    description: 'rotation',
  }),
};

it('a part has to be asked for before it can be read', () => {
  const knowledge = {} as ValidateContext<ConfigOf<typeof attributes>>;
  const days = knowledge.part('rotation', 'after_days');
  // @ts-expect-error the value of a part that may be unknown
  assertType<unknown>(days.value);
  if (days.isKnown) expectTypeOf(days.value).toEqualTypeOf<number | undefined>();
  // @ts-expect-error a misspelt part
  knowledge.part('rotation', 'after_day');
  // @ts-expect-error a misspelt attribute
  knowledge.isKnown('rotatoin');
  // @ts-expect-error an attribute that is not configured
  knowledge.isGiven('id');
});

describe('a definition that Terraform could not honour does not compile', () => {
  const secret = { secret: optional(string, { writeOnly: true, description: 'secret' }) };
  const plain = { name: required(string, { description: 'name' }) };
  const id = { id: computed(string, { description: 'id' }) };
  const { resource, dataSource, provider } = authorFor<object>();
  type ResourceBody = Parameters<typeof resource>[1];

  it('a default or a write-only value inside an object', () => {
    // @ts-expect-error
    objectOf(secret);
    // @ts-expect-error
    objectOf({ mode: optional(string, { default: 'x', description: 'mode' }) });
  });

  it('a configurable value inside a computed one, or a computed value inside another', () => {
    computed(listOf(objectOf(id)), { description: 'list' });
    // @ts-expect-error
    computed(listOf(objectOf(plain)), { description: 'list' });
    // @ts-expect-error
    required(objectOf(id), { description: 'object' });
    // @ts-expect-error
    optional(listOf(objectOf(id)), { description: 'list' });
    // @ts-expect-error
    objectOf({ ...id, ...plain });
  });

  it('a default that is write-only, or that lacks a required part', () => {
    // @ts-expect-error
    optional(string, { writeOnly: true, default: 'x', description: 'secret' });
    // @ts-expect-error
    optional(objectOf(plain), { default: {}, description: 'object' });
    optional(objectOf(plain), { default: { name: 'x' }, description: 'object' });
  });

  it('a write-only value in a data source, or in the provider, or a computed setting', () => {
    expectTypeOf(id).not.toExtend<Parameters<typeof provider>[1]['attributes']>();
    expectTypeOf(secret).not.toExtend<Parameters<typeof dataSource>[1]['attributes']>();
    expectTypeOf(secret).not.toExtend<Parameters<typeof provider>[1]['attributes']>();
    expectTypeOf({ ...id, ...secret }).toExtend<ResourceBody['attributes']>();
  });

  it('a resource without an id that the platform sets', () => {
    expectTypeOf({ ...plain, id: plain.name }).not.toExtend<ResourceBody['attributes']>();
  });
});
