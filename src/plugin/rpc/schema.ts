import { type Attribute, type Attributes, isComputed } from '../define/attribute';
import type { ValueType } from '../define/value-type';
import {
  type Schema,
  type Schema_Attribute,
  type Schema_Object,
  Schema_Object_NestingMode,
  StringKind,
} from '../wire/gen/protocol';

/** A type in Terraform's JSON notation: `"string"`, `["set","string"]`. */
export type TypeNotation = string | readonly [string, TypeNotation];

export function schemaOf(
  description: string,
  attributes: Attributes,
  version = 0,
  inProvider = false,
): Schema {
  return {
    version,
    block: {
      attributes: schemaAttributes(attributes, inProvider),
      blockTypes: [],
      description,
      descriptionKind: StringKind.MARKDOWN,
    },
  };
}

function schemaAttributes(attributes: Attributes, inProvider: boolean): Schema_Attribute[] {
  return Object.entries(attributes).map(([name, attribute]) => schemaAttribute(name, attribute, inProvider));
}

function schemaAttribute(name: string, attribute: Attribute, inProvider: boolean): Schema_Attribute {
  const nested = nestedObject(attribute.type);
  return {
    name,
    ...(nested
      ? { nestedType: nested }
      : { type: Buffer.from(JSON.stringify(typeNotation(attribute.type))) }),
    description: attribute.description,
    descriptionKind: StringKind.MARKDOWN,
    ...flags(attribute, inProvider),
    sensitive: attribute.sensitive,
    writeOnly: attribute.writeOnly,
  };
}

/** A default has to be optional and computed; a provider's configuration has nothing computed. */
export function flags(attribute: Attribute, inProvider: boolean) {
  const { mode } = attribute;
  return {
    required: mode === 'required',
    optional: mode === 'optional' || mode === 'settled' || mode === 'defaulted',
    computed: isComputed(attribute) || (mode === 'defaulted' && !inProvider),
  };
}

/** Objects, and collections of objects, are nested attributes, so that each part has its own documentation. */
function nestedObject(type: ValueType): Schema_Object | undefined {
  if (type.kind === 'object') {
    return {
      attributes: schemaAttributes(type.attributes, false),
      nesting: Schema_Object_NestingMode.SINGLE,
    };
  }
  if (!('element' in type) || type.element.kind !== 'object') return undefined;
  const nesting = {
    list: Schema_Object_NestingMode.LIST,
    set: Schema_Object_NestingMode.SET,
    map: Schema_Object_NestingMode.MAP,
  };
  return { attributes: schemaAttributes(type.element.attributes, false), nesting: nesting[type.kind] };
}

export function typeNotation(type: ValueType): TypeNotation {
  if (type.kind === 'object')
    throw new TypeError('an object inside a collection of collections has no notation here');
  return 'element' in type ? [type.kind, typeNotation(type.element)] : type.kind;
}
