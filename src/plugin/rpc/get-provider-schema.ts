import type { ProviderDefinition } from '../define/definition';
import { GetProviderSchema_Response } from '../protocol/gen/protocol';
import { functionMessages } from './functions';
import { schemaOf } from './schema';

/** Everything Terraform needs to know of the provider; it may keep the answer between calls of one process. */
export function getProviderSchema<Client>(provider: ProviderDefinition<Client>): GetProviderSchema_Response {
  return {
    provider: schemaOf(provider.description, provider.attributes, 0, true),
    resourceSchemas: Object.fromEntries(
      provider.resources.map(({ name, description, attributes, version }) => [
        name,
        schemaOf(description, attributes, version),
      ]),
    ),
    dataSourceSchemas: Object.fromEntries(
      provider.dataSources.map(({ name, description, attributes }) => [
        name,
        schemaOf(description, attributes),
      ]),
    ),
    functions: functionMessages(provider.functions),
    ephemeralResourceSchemas: {},
    diagnostics: [],
    serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true, moveResourceState: false },
  };
}

/** The same as bytes, for a program to be built with: most launches then need nothing of the definition. */
export function encodeProviderSchema<Client>(provider: ProviderDefinition<Client>): Uint8Array {
  return GetProviderSchema_Response.encode(getProviderSchema(provider)).finish();
}
