import { isComputed } from '../define/attribute';
import type { Attribute, Attributes } from '../define/schema-types';
import {
  type Schema,
  type Schema_Attribute,
  type Schema_Object,
  Schema_Object_NestingMode,
  StringKind,
} from '../protocol/gen/protocol';
import { type Member, walkTypes } from '../values/walk';

/** A type in a schema: Terraform's JSON notation, or nested attributes with their own descriptions. */
type Shape =
  | { readonly notation: string | readonly [string, string] }
  | { readonly nestedType: Schema_Object };

const shapes = walkTypes<Shape>({
  scalar: ({ kind }) => ({ notation: kind }),
  list: element =>
    'notation' in element
      ? { notation: ['list', 'string'] }
      : { nestedType: { ...element.nestedType, nesting: nestings.list } },
  set: () => ({ notation: ['set', 'string'] }),
  map: () => ({ notation: ['map', 'string'] }),
  // No attribute of an object has a default, so those of the provider's settings have the same flags.
  object: members => ({
    nestedType: { attributes: attributeMessages(members, false), nesting: nestings.single },
  }),
});

interface Described {
  readonly description: string;
  readonly attributes: Attributes;
}

export function schemaOf({ description, attributes }: Described, inProvider = false) {
  return {
    version: 0,
    block: {
      attributes: attributeMessages(shapes.membersOf(attributes), inProvider),
      description,
      descriptionKind: StringKind.MARKDOWN,
    },
  } satisfies Schema;
}

/**
 * Returns the schema of a resource. Its write-only attributes have no mark, since no state and no plan has their values:
 * Terraform 1.11.4 stores two marks of one object in random order, and then takes a refresh for a change. An action's have
 * one, since a plan has them.
 */
export function resourceSchemaOf(resource: Described) {
  const schema = schemaOf(resource);
  for (const attribute of schema.block.attributes) attribute.sensitive &&= !attribute.writeOnly;
  return schema;
}

function attributeMessages(members: readonly Member<Shape>[], inProvider: boolean): Schema_Attribute[] {
  return members.map(({ name, attribute, inner }) => ({
    name,
    ...('notation' in inner ? { type: Buffer.from(JSON.stringify(inner.notation)) } : inner),
    description: describe(attribute),
    descriptionKind: StringKind.MARKDOWN,
    ...flags(attribute, inProvider),
    sensitive: attribute.sensitive,
    writeOnly: attribute.writeOnly,
  }));
}

export const nestings = {
  single: Schema_Object_NestingMode.SINGLE,
  list: Schema_Object_NestingMode.LIST,
};

/** Adds the default to the description: a schema has no field for it, and editors show nothing else. */
export function describe({ mode, description, default: value }: Attribute): string {
  return mode === 'defaulted' ? `${description} Default: \`${JSON.stringify(value)}\`.` : description;
}

/** An attribute with a default is optional and computed. A provider's configuration has nothing computed. */
export function flags(attribute: Attribute, inProvider: boolean) {
  const { mode } = attribute;
  return {
    required: mode === 'required',
    optional: mode === 'optional' || mode === 'defaulted',
    computed: isComputed(attribute) || (mode === 'defaulted' && !inProvider),
  };
}

/** Returns what is shown of each definition, by its name. */
export const byName = <Definition extends { readonly name: string }, Shown>(
  definitions: readonly Definition[],
  show: (definition: Definition) => Shown,
): Record<string, Shown> =>
  Object.fromEntries(definitions.map(definition => [definition.name, show(definition)]));
