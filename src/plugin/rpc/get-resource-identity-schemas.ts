import type { ProviderDefinition, ResourceDefinition } from '../define/definition';
import { GetResourceIdentitySchemas_Response, type ResourceIdentitySchema } from '../protocol/gen/protocol';

/**
 * Returns the encoded response to GetResourceIdentitySchemas, which each launch of Terraform 1.12 and newer requests. The
 * build stores it beside that of GetProviderSchema.
 */
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
