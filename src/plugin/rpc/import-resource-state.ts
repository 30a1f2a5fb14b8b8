import type { ResourceDefinition } from '../define/definition';
import { withDefaults } from '../planning/draft-plan';
import type { ImportResourceState_Request, ImportResourceState_Response } from '../protocol/gen/protocol';
import { encodeDynamicValue } from '../values/dynamic-value';
import { Diagnostics } from './diagnostics';
import type { Session } from './session/session';

/**
 * Answers an import with the identity and the defaults. Terraform reads the object right after that. Without the
 * defaults, the next plan would show them as a change.
 */
export function importResourceState<Client>(
  session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: ImportResourceState_Request,
): ImportResourceState_Response {
  const { attributes, importBy, name: typeName } = definition;
  if (request.id.trim() === '') {
    const diagnostics = new Diagnostics(attributes);
    diagnostics.fail(
      'Import id is empty',
      `Give the ${importBy} of the ${typeName}: terraform import ADDRESS ID`,
    );
    return { importedResources: [], diagnostics: diagnostics.entries };
  }
  session.importBegan(definition, request.id);
  const state = { ...withDefaults(attributes, {}), [importBy]: request.id };
  return { importedResources: [{ typeName, state: encodeDynamicValue(state) }], diagnostics: [] };
}
