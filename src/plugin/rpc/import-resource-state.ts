import type { ResourceDefinition } from '../define/definition';
import { withDefaults } from '../planning/draft-plan';
import type { ImportResourceState_Request, ImportResourceState_Response } from '../protocol/gen/protocol';
import { decodeDynamicValue, encodeDynamicValue } from '../values/dynamic-value';
import type { RawObject } from '../values/raw';
import { Diagnostics } from './diagnostics';
import { identityOf } from './identity';
import type { Session } from './session/session';

/** Terraform reads the object right after that. Without the defaults, the next plan would show a change. */
export function importResourceState<Client>(
  _session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: ImportResourceState_Request,
): ImportResourceState_Response {
  const { attributes, name: typeName } = definition;
  // An import by identity has an empty id. Terraform lets an identity whose attributes are null pass.
  const id = request.id || decodeDynamicValue(request.identity?.identityData)?.['id'];
  if (typeof id !== 'string' || id.trim() === '') {
    const diagnostics = new Diagnostics(attributes);
    diagnostics.fail(
      'Import id is empty',
      `\`id\` is null or empty. Give the id of the ${typeName} in the import block, or by: terraform ` +
        'import ADDRESS ID',
      'id',
    );
    return { importedResources: [], diagnostics: diagnostics.entries };
  }
  const state = importedState(definition, id);
  const imported = { typeName, state: encodeDynamicValue(state), identity: identityOf(state) };
  return { importedResources: [imported], diagnostics: [] };
}

/** Returns the state from which the first read of an imported object starts. */
export function importedState<Client>({ attributes }: ResourceDefinition<Client>, id: string): RawObject {
  return { ...withDefaults(attributes, {}), id };
}
