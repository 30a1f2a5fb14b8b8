import type { Attribute, Attributes } from '../define/attribute';
import type { ProviderDefinition } from '../define/definition';
import type { ValueType } from '../define/value-type';
import { flags, type TypeNotation, typeNotation } from '../rpc/schema';

/**
 * The provider's schema in the form of `terraform providers schema -json` (format 1.0), straight from the
 * definitions: whoever generates code or documentation needs no Terraform.
 */
export function schemaJson<Client>(provider: ProviderDefinition<Client>, source: string) {
  return {
    format_version: '1.0',
    provider_schemas: {
      [source]: {
        provider: schema(provider, 0, true),
        resource_schemas: byName(provider.resources, resource => schema(resource, resource.version)),
        data_source_schemas: byName(provider.dataSources, dataSource => schema(dataSource, 0)),
      },
    },
  };
}

interface Described {
  readonly description: string;
  readonly attributes: Attributes;
}

function schema({ description, attributes }: Described, version: number, inProvider = false) {
  return {
    version,
    block: { attributes: members(attributes, inProvider), description, description_kind: 'markdown' },
  };
}

/** One attribute in that form; flags that are false are left out, as Terraform does. */
export interface AttributeJson {
  readonly type?: TypeNotation;
  readonly nested_type?: {
    readonly attributes: Readonly<Record<string, AttributeJson>>;
    readonly nesting_mode: string;
  };
  readonly description: string;
  readonly description_kind: 'markdown';
  readonly required?: true;
  readonly optional?: true;
  readonly computed?: true;
  readonly sensitive?: true;
  readonly write_only?: true;
}

function members(attributes: Attributes, inProvider = false): Readonly<Record<string, AttributeJson>> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [name, attributeJson(attribute, inProvider)]),
  );
}

function attributeJson(attribute: Attribute, inProvider: boolean): AttributeJson {
  const { required, optional, computed } = flags(attribute, inProvider);
  return {
    ...shape(attribute.type),
    description: attribute.description,
    description_kind: 'markdown',
    ...(required && { required }),
    ...(optional && { optional }),
    ...(computed && { computed }),
    ...(attribute.sensitive && { sensitive: true }),
    ...(attribute.writeOnly && { write_only: true }),
  };
}

function shape(type: ValueType): Pick<AttributeJson, 'type' | 'nested_type'> {
  const inner = 'element' in type ? type.element : type;
  if (inner.kind !== 'object') return { type: typeNotation(type) };
  const nesting_mode = type.kind === 'object' ? 'single' : type.kind;
  return { nested_type: { attributes: members(inner.attributes), nesting_mode } };
}

function byName<Definition extends { readonly name: string }, Shown>(
  definitions: readonly Definition[],
  show: (definition: Definition) => Shown,
): Readonly<Record<string, Shown>> {
  return Object.fromEntries(definitions.map(definition => [definition.name, show(definition)]));
}
