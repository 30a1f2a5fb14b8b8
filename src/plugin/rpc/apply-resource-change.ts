import type { HandlerContext } from '../define/context';
import type { Occasion, PlainObject, ResourceDefinition } from '../define/definition';
import type { ApplyResourceChange_Request, ApplyResourceChange_Response } from '../protocol/gen/protocol';
import { decodeDynamicValue, encodeDynamicValue } from '../values/dynamic-value';
import { fromPlainObject } from '../values/from-plain';
import type { RawObject } from '../values/raw';
import { toPlainObject, toPlannedObject } from '../values/to-plain';
import { withWriteOnly } from '../values/write-only';
import { Diagnostics } from './diagnostics';
import { handlerContext } from './handler-context';
import { identityOf } from './identity';
import { StoredNotes } from './private-notes';
import type { Session } from './session/session';

interface Change {
  readonly prior: RawObject | null;
  readonly planned: RawObject | null;
  readonly config: RawObject;
}

/**
 * Creates, updates or deletes one object. After a failure, the response is the unchanged state, with the notes of the plan:
 * what a handler has noted until then is lost. Terraform then plans the same change again.
 */
export async function applyResourceChange<Client>(
  session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: ApplyResourceChange_Request,
): Promise<ApplyResourceChange_Response> {
  session.hasChanged = true;
  const diagnostics = new Diagnostics(definition.attributes);
  const notes = new StoredNotes(request.plannedPrivate);
  const change = {
    prior: decodeDynamicValue(request.priorState),
    planned: decodeDynamicValue(request.plannedState),
    config: decodeDynamicValue(request.config) ?? {},
  };
  const action = actionOf(change);
  try {
    const { client } = session;
    // Cannot happen: Terraform configures the provider before it applies, and all settings are known by then.
    if (client === undefined) throw new Error('not configured');
    const { attributes } = definition;
    const values = [change.prior, change.planned, change.config];
    const context = handlerContext(session, { client, attributes, diagnostics, notes, values });
    const state = await run(definition, change, context);
    const newState = state ? fromPlainObject(attributes, state) : null;
    return {
      newState: encodeDynamicValue(newState),
      newIdentity: identityOf(newState),
      private: notes.encode(),
      diagnostics: diagnostics.entries,
    };
  } catch (error) {
    diagnostics.addExplanation(session.provider.explain(error, { subject: definition.name, action }));
    return {
      newState: encodeDynamicValue(change.prior),
      newIdentity: identityOf(change.prior),
      private: request.plannedPrivate,
      diagnostics: diagnostics.entries,
    };
  }
}

function actionOf({ prior, planned }: Change): Occasion['action'] {
  if (prior === null) return 'create';
  return planned === null ? 'delete' : 'update';
}

async function run<Client>(
  definition: ResourceDefinition<Client>,
  { prior, planned, config }: Change,
  context: HandlerContext<Client>,
): Promise<PlainObject | undefined> {
  const { attributes } = definition;
  const before = prior ? toPlainObject(attributes, prior) : undefined;
  if (planned === null) {
    if (before) await definition.delete(before, context);
    return undefined;
  }
  const after = toPlannedObject(attributes, withWriteOnly(attributes, planned, config));
  return before ? definition.update(before, after, context) : definition.create(after, context);
}
