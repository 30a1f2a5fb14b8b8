import { type Attributes, isComputed } from '../define/attribute';
import type { PlainObject } from '../define/definition';
import type { ValueType } from '../define/value-type';
import { canonical } from './equality';
import { isRawList, isRawObject, type Raw, type RawObject, Unknown } from './raw';

/** A handler, or a stored state, gave a value that its attribute's type does not allow. */
export class MistypedValue extends Error {
  override readonly name = 'MistypedValue';
  constructor(
    readonly path: string,
    expected: string,
  ) {
    super(`attribute ${path} must be ${expected}`);
  }
}

/** Terraform's object as authors see it: absent and unknown are both `undefined`. */
export function toPlainObject(attributes: Attributes, raw: RawObject): PlainObject {
  const plain: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute) plain[name] = toPlain(attribute.type, raw[name] ?? null);
  }
  return plain;
}

/** The same without computed attributes: what create and update aim at, for `{ ...planned }` to be safe. */
export function toPlannedObject(attributes: Attributes, raw: RawObject): PlainObject {
  const plain: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (!attribute || isComputed(attribute)) continue;
    plain[name] = toPlain(attribute.type, raw[name] ?? null);
  }
  return plain;
}

export function toPlain(type: ValueType, raw: Raw): unknown {
  if (raw === null || raw instanceof Unknown) return undefined;
  switch (type.kind) {
    case 'number':
      // Terraform sends numbers beyond the reach of a double as decimal text.
      return typeof raw === 'string' ? Number(raw) : raw;
    case 'list':
    case 'set':
      return isRawList(raw) ? raw.map(element => toPlain(type.element, element)) : undefined;
    case 'map':
      return isRawObject(raw) ? mapValues(raw, value => toPlain(type.element, value)) : undefined;
    case 'object':
      return isRawObject(raw) ? toPlainObject(type.attributes, raw) : undefined;
    default:
      return raw;
  }
}

/** An author's object as Terraform wants it: every attribute there, absent ones and write-only ones null. */
export function fromPlainObject(attributes: Attributes, plain: PlainObject, path = ''): RawObject {
  const raw: Record<string, Raw> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (!attribute) continue;
    raw[name] = attribute.writeOnly ? null : fromPlain(attribute.type, plain[name], path + name);
  }
  return raw;
}

export function fromPlain(type: ValueType, plain: unknown, path: string): Raw {
  if (plain === undefined) return null;
  switch (type.kind) {
    case 'string':
      return typeof plain === 'string' ? plain : mistyped(path, 'a string');
    case 'number':
      return typeof plain === 'number' ? plain : mistyped(path, 'a number');
    case 'bool':
      return typeof plain === 'boolean' ? plain : mistyped(path, 'true or false');
    case 'list':
    case 'set': {
      if (!Array.isArray(plain)) return mistyped(path, 'an array');
      const elements = plain.map((element, index) => fromPlain(type.element, element, `${path}[${index}]`));
      return type.kind === 'set' ? withoutDuplicates(type.element, elements) : elements;
    }
    case 'map':
      return isRecord(plain)
        ? mapValues(plain, (value, key) => fromPlain(type.element, value, `${path}.${key}`))
        : mistyped(path, 'an object');
    case 'object':
      return isRecord(plain)
        ? fromPlainObject(type.attributes, plain, `${path}.`)
        : mistyped(path, 'an object');
  }
}

function withoutDuplicates(element: ValueType, elements: readonly Raw[]): readonly Raw[] {
  if (element.kind === 'string') return [...new Set(elements)];
  return [...new Map(elements.map(value => [canonical(element, value), value])).values()];
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From, key: string) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mistyped(path: string, expected: string): never {
  throw new MistypedValue(path, expected);
}
