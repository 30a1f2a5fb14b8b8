import type { ResourceDefinition } from '../define/definition';
import type { Attributes } from '../define/schema-types';
import type { UpgradeResourceState_Request, UpgradeResourceState_Response } from '../protocol/gen/protocol';
import { encodeDynamicValue, toRaw } from '../values/dynamic-value';
import { fromPlainObject } from '../values/from-plain';
import { isRawObject, type RawObject } from '../values/raw';
import { toPlainObject } from '../values/to-plain';
import { Diagnostics } from './diagnostics';
import type { Session } from './session/session';

/** Drops attributes that no longer exist; new ones are null. Each walk calls it. All states have version 0. */
export function upgradeResourceState<Client>(
  session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: UpgradeResourceState_Request,
): UpgradeResourceState_Response {
  if (request.version > 0) {
    const diagnostics = new Diagnostics(definition.attributes);
    diagnostics.fail(
      'State is newer than provider',
      `A newer version of the provider wrote the state of this ${definition.name} (state version ` +
        `${request.version}, this one supports 0). Use that version, or a later one.`,
    );
    return { diagnostics: diagnostics.entries };
  }
  // Only a Terraform before 0.12 wrote another form.
  const { json = new Uint8Array(0) } = request.rawState ?? {};
  const stored: unknown = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8'));
  const state = fromStored(definition.attributes, stored);
  session.seen(definition, state);
  return { upgradedState: encodeDynamicValue(state), diagnostics: [] };
}

export function fromStored(attributes: Attributes, stored: unknown): RawObject {
  const raw = toRaw(stored);
  if (!isRawObject(raw)) throw new TypeError('Terraform sent a stored state that is not an object');
  return fromPlainObject(attributes, toPlainObject(attributes, raw));
}
