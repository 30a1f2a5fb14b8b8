import type { ProviderDefinition } from '../define/definition';
import type { FunctionDefinition } from '../define/provider-function';
import type { Schema_Attribute, Schema_Object } from '../protocol/gen/protocol';
import { byName, nestings, resourceSchemaOf, schemaOf } from '../rpc/schema';

/** Makes what `terraform providers schema -json` (format 1.0) prints: generators then need no Terraform. */
export function schemaJson<Client>(provider: ProviderDefinition<Client>, source: string) {
  return {
    format_version: '1.0',
    provider_schemas: {
      [source]: {
        provider: schema(schemaOf(provider, true)),
        resource_schemas: byName(provider.resources, resource => schema(resourceSchemaOf(resource))),
        data_source_schemas: byName(provider.dataSources, dataSource => schema(schemaOf(dataSource))),
        functions: byName(provider.functions, signature),
      },
    },
  };
}

function signature({ description, summary, parameters, returns }: FunctionDefinition) {
  return {
    description,
    summary,
    return_type: returns.kind,
    parameters: Object.entries(parameters).map(([name, parameter]) => ({
      name,
      description: parameter.description,
      type: parameter.type.kind,
    })),
  };
}

function schema({ version, block }: ReturnType<typeof schemaOf>) {
  const { attributes, description } = block;
  return {
    version,
    block: { attributes: members(attributes), description, description_kind: 'markdown' },
  };
}

const members = (messages: readonly Schema_Attribute[]) => byName(messages, attributeJson);

/** Flags that are false are omitted, as Terraform does. */
function attributeJson(message: Schema_Attribute): object {
  const { type, nestedType, description, required, optional, computed, sensitive, writeOnly } = message;
  return {
    ...(type && { type: JSON.parse(Buffer.from(type).toString()) }),
    ...(nestedType && {
      nested_type: { attributes: members(nestedType.attributes), nesting_mode: nestingMode(nestedType) },
    }),
    description,
    description_kind: 'markdown',
    ...(required && { required }),
    ...(optional && { optional }),
    ...(computed && { computed }),
    ...(sensitive && { sensitive }),
    ...(writeOnly && { write_only: writeOnly }),
  };
}

const nestingMode = ({ nesting }: Schema_Object) =>
  Object.entries(nestings).find(([, each]) => each === nesting)?.[0];
