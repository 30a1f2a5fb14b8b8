import type { DataSourceDefinition, Warning } from '../define/definition';
import { withDefaults } from '../planning/draft-plan';
import type { ReadDataSource_Request, ReadDataSource_Response } from '../protocol/gen/protocol';
import { decodeDynamicValue, encodeDynamicValue } from '../values/dynamic-value';
import { fromPlainObject } from '../values/from-plain';
import { toPlainObject } from '../values/to-plain';
import { Diagnostics } from './diagnostics';
import { handlerContext } from './handler-context';
import { StoredNotes } from './private-notes';
import type { Session } from './session/session';

/** Reads a data source. Terraform defers the call until the configuration of the data source is known. */
export async function readDataSource<Client>(
  session: Session<Client>,
  definition: DataSourceDefinition<Client>,
  request: ReadDataSource_Request,
): Promise<ReadDataSource_Response> {
  const diagnostics = new Diagnostics(definition.attributes);
  const { attributes } = definition;
  const { client } = session;
  if (!client) {
    diagnostics.fail(...notReadableYet('Data source'));
    return { diagnostics: diagnostics.entries };
  }
  try {
    const raw = decodeDynamicValue(request.config) ?? {};
    const config = toPlainObject(attributes, withDefaults(attributes, raw));
    const notes = new StoredNotes();
    const context = handlerContext(session, { client, attributes, diagnostics, notes, values: [raw] });
    const state = await definition.read(config, context);
    return {
      state: encodeDynamicValue(fromPlainObject(attributes, state)),
      diagnostics: diagnostics.entries,
    };
  } catch (error) {
    diagnostics.addExplanation(session.provider.explain(error, { subject: definition.name, action: 'read' }));
    return { diagnostics: diagnostics.entries };
  }
}

/** Why nothing can be read while the provider has no client. */
export const whyUnread =
  'Part of the provider configuration is not known yet, because it depends on an object that does not exist yet.';

/** The error for a read that cannot be put off while the provider has no client. */
export function notReadableYet(subject: string): Warning {
  return [
    `${subject} not readable yet`,
    `${whyUnread} So the provider cannot read from the platform. Create that object first (terraform apply ` +
      '-target=…), or give the provider known values.',
  ];
}
