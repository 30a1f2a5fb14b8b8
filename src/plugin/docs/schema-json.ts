import type { ProviderDefinition } from '../define/definition';
import type { FunctionDefinition } from '../define/provider-function';
import type { Attribute, Attributes } from '../define/schema-types';
import { describe, flags, type Shape, shapes, type TypeNotation, typeNotation } from '../rpc/schema';
import type { Member } from '../values/walk';

/**
 * Generates the provider's schema in the format of `terraform providers schema -json` (format 1.0) from the
 * definitions. Generators of code or documentation then need no Terraform.
 */
export function schemaJson<Client>(provider: ProviderDefinition<Client>, source: string) {
  return {
    format_version: '1.0',
    provider_schemas: {
      [source]: {
        provider: schema(provider, true),
        resource_schemas: byName(provider.resources, resource => schema(resource)),
        data_source_schemas: byName(provider.dataSources, dataSource => schema(dataSource)),
        functions: byName(provider.functions, signature),
      },
    },
  };
}

function signature({ description, summary, parameters, returns }: FunctionDefinition) {
  return {
    description,
    summary,
    return_type: typeNotation(returns),
    parameters: Object.entries(parameters).map(([name, parameter]) => ({
      name,
      description: parameter.description,
      type: typeNotation(parameter.type),
    })),
  };
}

interface Described {
  readonly description: string;
  readonly attributes: Attributes;
}

function schema({ description, attributes }: Described, inProvider = false) {
  return {
    version: 0,
    block: { attributes: members(attributes, inProvider), description, description_kind: 'markdown' },
  };
}

/** One attribute in that format. Flags that are false are omitted, as Terraform does. */
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

type Members = Readonly<Record<string, AttributeJson>>;

const membersIn =
  (inProvider: boolean) =>
  (members: readonly Member<Shape<Members>>[]): Members =>
    Object.fromEntries(
      members.map(({ name, attribute, inner }) => [name, attributeJson(attribute, inner, inProvider)]),
    );

const stored = shapes(membersIn(false));
const settings = shapes(membersIn(true));

function members(attributes: Attributes, inProvider: boolean): Members {
  return membersIn(inProvider)((inProvider ? settings : stored).membersOf(attributes));
}

function attributeJson(attribute: Attribute, shape: Shape<Members>, inProvider: boolean): AttributeJson {
  const { required, optional, computed } = flags(attribute, inProvider);
  return {
    ...('notation' in shape
      ? { type: shape.notation }
      : { nested_type: { attributes: shape.attributes, nesting_mode: shape.nesting } }),
    description: describe(attribute),
    description_kind: 'markdown',
    ...(required && { required }),
    ...(optional && { optional }),
    ...(computed && { computed }),
    ...(attribute.sensitive && { sensitive: true }),
    ...(attribute.writeOnly && { write_only: true }),
  };
}

function byName<Definition extends { readonly name: string }, Shown>(
  definitions: readonly Definition[],
  show: (definition: Definition) => Shown,
): Readonly<Record<string, Shown>> {
  return Object.fromEntries(definitions.map(definition => [definition.name, show(definition)]));
}
