import { isComputed } from '../define/attribute';
import type { Attribute, Attributes, FlatType, ListType, MapType, SetType } from '../define/schema-types';
import {
  type Schema,
  type Schema_Attribute,
  Schema_Object_NestingMode,
  StringKind,
} from '../protocol/gen/protocol';
import { type Member, walkTypes } from '../values/walk';

/** A type in Terraform's JSON notation: `"string"`, `["set","string"]`. */
export type TypeNotation = string | readonly [string, TypeNotation];

export function schemaOf(description: string, attributes: Attributes, inProvider = false): Schema {
  return {
    version: 0,
    block: {
      attributes: attributeMessages((inProvider ? settings : stored).membersOf(attributes), inProvider),
      blockTypes: [],
      description,
      descriptionKind: StringKind.MARKDOWN,
    },
  };
}

/**
 * The form of a type in a schema. Objects, and collections of objects, are nested attributes: each has its own
 * description.
 */
export type Shape<Nested> =
  | { readonly notation: TypeNotation }
  | { readonly attributes: Nested; readonly nesting: 'single' | 'list' | 'set' | 'map' };

/** @param nest builds the schema of an object's attributes */
export function shapes<Nested>(nest: (members: readonly Member<Shape<Nested>>[]) => Nested) {
  const collection = (element: Shape<Nested>, { kind }: ListType | SetType | MapType): Shape<Nested> => {
    if ('notation' in element) return { notation: [kind, element.notation] };
    if (element.nesting === 'single') return { ...element, nesting: kind };
    throw new TypeError('an object inside a collection of collections has no place in a schema');
  };
  return walkTypes<Shape<Nested>>({
    scalar: ({ kind }) => ({ notation: kind }),
    list: collection,
    set: collection,
    map: collection,
    object: members => ({ attributes: nest(members), nesting: 'single' }),
  });
}

const stored = shapes<Schema_Attribute[]>(members => attributeMessages(members, false));
const settings = shapes<Schema_Attribute[]>(members => attributeMessages(members, true));

function attributeMessages(
  members: readonly Member<Shape<Schema_Attribute[]>>[],
  inProvider: boolean,
): Schema_Attribute[] {
  return members.map(({ name, attribute, inner }) => ({
    name,
    ...('notation' in inner
      ? { type: Buffer.from(JSON.stringify(inner.notation)) }
      : { nestedType: { attributes: inner.attributes, nesting: nestings[inner.nesting] } }),
    description: describe(attribute),
    descriptionKind: StringKind.MARKDOWN,
    ...flags(attribute, inProvider),
    sensitive: attribute.sensitive,
    writeOnly: attribute.writeOnly,
  }));
}

const nestings = {
  single: Schema_Object_NestingMode.SINGLE,
  list: Schema_Object_NestingMode.LIST,
  set: Schema_Object_NestingMode.SET,
  map: Schema_Object_NestingMode.MAP,
};

/**
 * Returns the description with the default, which a schema has no field for: constructs and editors show only the
 * description.
 */
export function describe({ mode, description, default: value }: Attribute): string {
  return mode === 'defaulted' ? `${description} Default: \`${JSON.stringify(value)}\`.` : description;
}

/**
 * Returns the flags of an attribute. An attribute with a default is optional and computed. A provider's configuration
 * has no computed attributes.
 */
export function flags(attribute: Attribute, inProvider: boolean) {
  const { mode } = attribute;
  return {
    required: mode === 'required',
    optional: mode === 'optional' || mode === 'defaulted',
    computed: isComputed(attribute) || (mode === 'defaulted' && !inProvider),
  };
}

/** Returns a flat type in Terraform's JSON notation. */
export function typeNotation(type: FlatType): TypeNotation {
  const shape = stored.ofType(type);
  if ('notation' in shape) return shape.notation;
  throw new TypeError('an object is no flat type');
}
