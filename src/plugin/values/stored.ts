import type { Attributes } from '../define/schema-types';
import { toRaw } from './dynamic-value';
import { wire } from './numbers';
import { isRawList, isRawObject, type Raw, type RawObject } from './raw';
import { type Member, walkTypes } from './walk';

/** Adapts a stored value to its type; `undefined` for a type whose stored values always fit. */
type Fit = ((stored: Raw) => Raw) | undefined;

const fitting = walkTypes<Fit>({
  scalar: ({ kind }) => (kind === 'number' ? raw => (typeof raw === 'number' ? wire(raw) : raw) : undefined),
  list: inElements,
  set: inElements,
  map: element =>
    element &&
    (stored =>
      isRawObject(stored)
        ? Object.fromEntries(Object.entries(stored).map(([key, value]) => [key, element(value)]))
        : stored),
  object: members => stored => (isRawObject(stored) ? inMembers(members, stored) : stored),
});

function inElements(element: Fit): Fit {
  return element && (stored => (isRawList(stored) ? stored.map(element) : stored));
}

function inMembers(members: readonly Member<Fit>[], stored: RawObject): RawObject {
  const fitted: Record<string, Raw> = {};
  for (const { name, inner } of members) {
    const value = stored[name] ?? null;
    fitted[name] = inner ? inner(value) : value;
  }
  return fitted;
}

/** Adapts a stored state to its present attributes: new ones are null, removed ones are dropped. */
export function fromStored(attributes: Attributes, stored: unknown): RawObject {
  const raw = toRaw(stored);
  if (!isRawObject(raw)) throw new TypeError('Terraform sent a stored state that is not an object');
  return inMembers(fitting.membersOf(attributes), raw);
}
