import type { ProviderDefinition } from '../define/definition';
import { GetProviderSchema_Response } from '../protocol/gen/protocol';
import { functionMessage } from './functions';
import { byName, schemaOf } from './schema';

/** Returns everything that Terraform needs to know about the provider. */
function getProviderSchema<Client>(provider: ProviderDefinition<Client>): GetProviderSchema_Response {
  return {
    provider: schemaOf(provider, true),
    resourceSchemas: byName(provider.resources, resource => schemaOf(resource)),
    dataSourceSchemas: byName(provider.dataSources, dataSource => schemaOf(dataSource)),
    listResourceSchemas: byName(
      provider.resources.flatMap(({ name, list }) => (list ? { name, list } : [])),
      ({ list: { description, filters } }) => schemaOf({ description, attributes: filters }),
    ),
    actionSchemas: byName(provider.actions, action => ({ schema: schemaOf(action) })),
    functions: byName(provider.functions, functionMessage),
    diagnostics: [],
    serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
  };
}

/** Returns the same as bytes. The build stores them next to the program, so that no launch loads this file. */
export function encodeProviderSchema<Client>(provider: ProviderDefinition<Client>): Uint8Array {
  return GetProviderSchema_Response.encode(getProviderSchema(provider)).finish();
}
