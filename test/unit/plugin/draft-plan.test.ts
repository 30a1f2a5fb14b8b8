import { describe, expect, it } from 'vitest';
import { computed, optional, required } from '../../../src/plugin/define/attribute';
import { setOf, string } from '../../../src/plugin/define/value-type';
import { draftPlan } from '../../../src/plugin/planning/draft-plan';
import { type RawObject, unknown } from '../../../src/plugin/values/raw';

const attributes = {
  id: computed(string, { stable: true, description: 'id' }),
  home: required(string, { replaces: true, description: 'home' }),
  tags: required(setOf(string), { description: 'tags' }),
  note: optional(string, { description: 'note' }),
  mode: optional(string, { default: 'warn', description: 'mode' }),
  secret_wo: optional(string, { writeOnly: true, description: 'write-only' }),
  status: computed(string, { description: 'status' }),
};

const config: RawObject = { home: 'a', tags: ['x', 'y'], note: null, mode: null, secret_wo: 'planted' };
const prior: RawObject = { ...config, id: '1', mode: 'warn', secret_wo: null, status: 'active' };

const plan = (change: RawObject, before: RawObject | null = prior) =>
  draftPlan(attributes, before, { ...config, ...change });

describe('a new object', () => {
  it('has its configured values, its defaults, and unknown computed ones', () => {
    expect(plan({}, null).planned).toEqual({
      id: unknown,
      home: 'a',
      tags: ['x', 'y'],
      note: null,
      mode: 'warn',
      secret_wo: null,
      status: unknown,
    });
  });
});

describe('an existing object', () => {
  it.each<[string, RawObject]>([
    ['nothing changed', {}],
    ['only the order of a set changed', { tags: ['y', 'x'] }],
    ['only duplicates came into a set', { tags: ['x', 'y', 'x'] }],
    ['only a write-only value changed', { secret_wo: 'another' }],
    ['a default was written out', { mode: 'warn' }],
  ])('keeps its computed values when %s', (_, change) => {
    const { planned, replaces } = plan(change);
    expect(planned).toMatchObject({ id: '1', status: 'active' });
    expect(replaces.size).toBe(0);
  });

  it.each<[string, RawObject]>([
    ['a set lost an element', { tags: ['x'] }],
    ['an optional value came', { note: 'n' }],
    ['a default was overridden', { mode: 'replace' }],
    ['a value is not known yet', { note: unknown }],
  ])('has an unknown status, and its own id, when %s', (_, change) => {
    const { planned, replaces } = plan(change);
    expect(planned).toMatchObject({ id: '1', status: unknown });
    expect(replaces.size).toBe(0);
  });

  it('gets its default back when the value leaves the configuration', () => {
    expect(plan({}, { ...prior, mode: 'replace' }).planned['mode']).toBe('warn');
  });

  it('is replaced when an attribute that replaces changes, and names that one alone', () => {
    expect([...plan({ home: 'b', note: 'n' }).replaces]).toEqual(['home']);
  });
});
