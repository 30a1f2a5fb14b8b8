import type { ResourceDefinition } from '../define/definition';
import type { ReadResource_Request, ReadResource_Response } from '../protocol/gen/protocol';
import { decodeDynamicValue, encodeDynamicValue } from '../values/dynamic-value';
import { isIdentical } from '../values/equality';
import { fromPlainObject } from '../values/from-plain';
import { inPriorSpelling } from '../values/spelling';
import { toPlainObject } from '../values/to-plain';
import { Diagnostics } from './diagnostics';
import { handlerContext } from './handler-context';
import { identityOf } from './identity';
import { StoredNotes } from './private-notes';
import { whyUnread } from './read-data-source';
import type { Session } from './session/session';

/** Refreshes one object. Returns its current state on the platform, or none if it is gone. */
export async function readResource<Client>(
  session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: ReadResource_Request,
): Promise<ReadResource_Response> {
  session.hasRead = true;
  const diagnostics = new Diagnostics(definition.attributes);
  const state = decodeDynamicValue(request.currentState);
  const notes = new StoredNotes(request.private);
  const unchanged = (): ReadResource_Response => ({
    newState: request.currentState,
    newIdentity: identityOf(state),
    private: request.private,
    diagnostics: diagnostics.entries,
  });
  if (state === null) return unchanged();
  const { client } = session;
  if (!client) {
    const summary = 'Objects not read yet';
    const effect = 'So this plan cannot read from the platform and shows no drift. Apply, then plan again.';
    if (session.isFirstMention(summary)) diagnostics.warn(summary, `${whyUnread} ${effect}`);
    return unchanged();
  }
  const { attributes } = definition;
  try {
    const context = handlerContext(session, { client, attributes, diagnostics, notes, values: [state] });
    const read = await definition.read(toPlainObject(attributes, state), context);
    const newState = read ? inPriorSpelling(attributes, state, fromPlainObject(attributes, read)) : null;
    return {
      newState: isIdentical(state, newState) ? request.currentState : encodeDynamicValue(newState),
      newIdentity: identityOf(newState),
      private: notes.encode(),
      diagnostics: diagnostics.entries,
    };
  } catch (error) {
    diagnostics.addFailure(error, { subject: definition.name, action: 'read' }, session);
    return unchanged();
  }
}
