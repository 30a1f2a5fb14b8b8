import type { ProviderDefinition, ResourceDefinition } from '../define/definition';
import {
  GetProviderSchema_Response,
  GetResourceIdentitySchemas_Response,
  type ResourceIdentitySchema,
} from '../protocol/gen/protocol';
import { functionMessage } from './functions';
import { byName, resourceSchemaOf, schemaOf } from './schema';

/** Returns all that Terraform needs to know, as bytes. The build stores them next to the program: no launch loads this file. */
export function encodeProviderSchema<Client>(provider: ProviderDefinition<Client>): Uint8Array {
  return GetProviderSchema_Response.encode({
    provider: schemaOf(provider, true),
    resourceSchemas: byName(provider.resources, resourceSchemaOf),
    dataSourceSchemas: byName(provider.dataSources, dataSource => schemaOf(dataSource)),
    listResourceSchemas: byName(
      provider.resources.flatMap(({ name, list }) => (list ? { name, list } : [])),
      ({ list: { description, filters } }) => schemaOf({ description, attributes: filters }),
    ),
    actionSchemas: byName(provider.actions, action => ({ schema: schemaOf(action) })),
    functions: byName(provider.functions, functionMessage),
    diagnostics: [],
    serverCapabilities: { planDestroy: true, getProviderSchemaOptional: true },
  }).finish();
}

/** Returns the answer to GetResourceIdentitySchemas, which each launch of Terraform 1.12 and newer asks for. */
export function encodeIdentitySchemas<Client>({ resources }: ProviderDefinition<Client>): Uint8Array {
  const schemas = resources.map(resource => [resource.name, identitySchemaOf(resource)] as const);
  const response = { identitySchemas: Object.fromEntries(schemas), diagnostics: [] };
  return GetResourceIdentitySchemas_Response.encode(response).finish();
}

/** Terraform gives a state without an identity version 0. So it requests no upgrade of one. */
function identitySchemaOf<Client>({ attributes }: ResourceDefinition<Client>): ResourceIdentitySchema {
  const { description = '' } = attributes['id'] ?? {};
  const attribute = {
    name: 'id',
    type: Buffer.from('"string"'),
    requiredForImport: true,
    description,
  };
  return { version: 0, identityAttributes: [attribute] };
}
