import type { ResourceDefinition } from '../define/definition';
import type { ListBody, ListedObject } from '../define/resource';
import type { Attributes } from '../define/schema-types';
import type { ListResource_Event, ListResource_Request } from '../protocol/gen/protocol';
import { decodeDynamicValue, encodeDynamicValue } from '../values/dynamic-value';
import { fromPlainObject } from '../values/from-plain';
import { toPlainObject } from '../values/to-plain';
import { Diagnostics } from './diagnostics';
import { handlerContext } from './handler-context';
import { identityOf } from './identity';
import { importedState } from './import-resource-state';
import { StoredNotes } from './private-notes';
import { notReadableYet } from './read-data-source';
import type { Session } from './session/session';

export interface Listable<Client> extends ResourceDefinition<Client> {
  readonly list: ListBody<Attributes, Client>;
}

export function isListable<Client>(resource: ResourceDefinition<Client>): resource is Listable<Client> {
  return resource.list !== undefined;
}

/**
 * Lists the objects of a resource for `terraform query` (1.14 and newer), up to Terraform's limit. Terraform discards
 * everything after an error, so an object that cannot be read is a warning, and the rest is listed.
 */
export async function* listResource<Client>(
  session: Session<Client>,
  definition: Listable<Client>,
  request: ListResource_Request,
): AsyncGenerator<ListResource_Event> {
  const { client } = session;
  const { list } = definition;
  const diagnostics = new Diagnostics(list.filters);
  if (client === undefined) {
    diagnostics.fail(...notReadableYet('List'));
    return yield said(diagnostics);
  }
  try {
    const filters = toPlainObject(list.filters, decodeDynamicValue(request.config) ?? {});
    let count = 0;
    if (request.limit > 0)
      for await (const listed of list.objects(filters, { client, warn: diagnostics.warn })) {
        const event = eventOf(session, definition, client, listed, request.includeResourceObject);
        yield event;
        if (event.identity !== undefined) count += 1;
        if (count >= request.limit) return;
      }
  } catch (error) {
    diagnostics.addExplanation(session.provider.explain(error, { subject: definition.name, action: 'list' }));
  }
  if (diagnostics.entries.length > 0) yield said(diagnostics);
}

const said = ({ entries }: Diagnostics): ListResource_Event => ({ displayName: '', diagnostic: entries });

/** As `read` returns it after an import, so that its configuration plans no change. The import warns. */
function eventOf<Client>(
  session: Session<Client>,
  definition: Listable<Client>,
  client: Client,
  { id, displayName, stateFrom }: ListedObject<Client>,
  includesObject: boolean,
): ListResource_Event {
  const { attributes } = definition;
  const state = importedState(definition, id);
  const event = {
    identity: identityOf(state),
    displayName: session.secrets.redactLine(displayName),
    diagnostic: [],
  };
  if (!includesObject) return event;
  try {
    const diagnostics = new Diagnostics(attributes);
    const handling = { client, attributes, diagnostics, notes: new StoredNotes(), values: [] };
    const imported = { ...toPlainObject(attributes, state), id };
    const object = { ...stateFrom(imported, handlerContext(session, handling)) };
    return { ...event, resourceObject: encodeDynamicValue(fromPlainObject(attributes, object)) };
  } catch (error) {
    const { summary, detail } = session.provider.explain(error, { subject: definition.name, action: 'read' });
    const diagnostics = new Diagnostics(attributes);
    diagnostics.warn(`${definition.name} ${id} is not listed`, `${summary}: ${detail}`);
    return said(diagnostics);
  }
}
