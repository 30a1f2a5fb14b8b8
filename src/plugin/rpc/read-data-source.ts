import type { DataSourceDefinition } from '../define/definition';
import { withDefaults } from '../planning/planned-values';
import type { ReadDataSource_Request, ReadDataSource_Response } from '../protocol/gen/protocol';
import { decodeDynamicValue, encodeDynamicValue } from '../values/dynamic-value';
import { fromPlainObject } from '../values/from-plain';
import { toPlainObject } from '../values/to-plain';
import { Diagnostics } from './diagnostics';
import { StoredNotes } from './private-notes';
import type { Session } from './session';

/** Reads a data source. Terraform waits with it until its configuration is known. */
export async function readDataSource<Client>(
  session: Session<Client>,
  definition: DataSourceDefinition<Client>,
  request: ReadDataSource_Request,
): Promise<ReadDataSource_Response> {
  const diagnostics = new Diagnostics(definition.attributes);
  const { warn } = diagnostics;
  if (!session.client) {
    diagnostics.fail(
      'Data source not readable yet',
      'A part of the provider configuration depends on something that is yet to be created, so the platform ' +
        'cannot be asked. Create that first (terraform apply -target=…), or give the provider known values.',
    );
    return { diagnostics: diagnostics.entries };
  }
  try {
    const raw = decodeDynamicValue(request.config) ?? {};
    session.conceal(definition.attributes, raw);
    const config = toPlainObject(definition.attributes, withDefaults(definition.attributes, raw));
    const notes = new StoredNotes();
    const state = await definition.read(config, { client: session.client, warn, notes, now: session.now });
    return {
      state: encodeDynamicValue(fromPlainObject(definition.attributes, state)),
      diagnostics: diagnostics.entries,
    };
  } catch (error) {
    diagnostics.addExplanation(session.explain(error, { subject: definition.name, action: 'read' }));
    return { diagnostics: diagnostics.entries };
  }
}
