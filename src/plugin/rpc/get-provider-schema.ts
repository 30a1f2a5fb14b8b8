import type { ProviderDefinition } from '../define/definition';
import { GetProviderSchema_Response } from '../protocol/gen/protocol';
import { functionMessages } from './functions';
import { schemaOf } from './schema';

/** Returns everything that Terraform needs to know about the provider. */
function getProviderSchema<Client>(provider: ProviderDefinition<Client>): GetProviderSchema_Response {
  return {
    provider: schemaOf(provider.description, provider.attributes, true),
    resourceSchemas: Object.fromEntries(
      provider.resources.map(({ name, description, attributes }) => [
        name,
        schemaOf(description, attributes),
      ]),
    ),
    dataSourceSchemas: Object.fromEntries(
      provider.dataSources.map(({ name, description, attributes }) => [
        name,
        schemaOf(description, attributes),
      ]),
    ),
    listResourceSchemas: Object.fromEntries(
      provider.resources.flatMap(({ name, list }) =>
        list ? [[name, schemaOf(list.description, list.filters)]] : [],
      ),
    ),
    actionSchemas: Object.fromEntries(
      provider.actions.map(({ name, description, attributes }) => [
        name,
        { schema: schemaOf(description, attributes) },
      ]),
    ),
    functions: functionMessages(provider.functions),
    ephemeralResourceSchemas: {},
    diagnostics: [],
    serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: false },
  };
}

/** Returns the same as bytes. The build stores them next to the program, so that no launch loads this file. */
export function encodeProviderSchema<Client>(provider: ProviderDefinition<Client>): Uint8Array {
  return GetProviderSchema_Response.encode(getProviderSchema(provider)).finish();
}
