import type { ResourceDefinition } from '../define/definition';
import type { StoredState } from '../define/resource';
import type { UpgradeResourceState_Request, UpgradeResourceState_Response } from '../protocol/gen/protocol';
import { encodeDynamicValue } from '../values/dynamic-value';
import { fromStored } from '../values/stored';
import { Diagnostics } from './diagnostics';
import type { Session } from './session/session';

/**
 * Upgrades a stored state to the current version, step by step. Terraform calls this for every object of every walk,
 * even if the version is current. The call then drops attributes that no longer exist.
 */
export function upgradeResourceState<Client>(
  session: Session<Client>,
  definition: ResourceDefinition<Client>,
  request: UpgradeResourceState_Request,
): UpgradeResourceState_Response {
  const diagnostics = new Diagnostics(definition.attributes);
  const json = request.rawState?.json;
  if (!json || json.length === 0) {
    diagnostics.fail('State is too old', `This provider did not write the state of this ${definition.name}.`);
    return { diagnostics: diagnostics.entries };
  }
  if (request.version > definition.version) {
    diagnostics.fail(
      'State is newer than provider',
      `A newer version of the provider wrote the state of this ${definition.name} (state version ` +
        `${request.version}, this one supports ${definition.version}). Use that version, or a later one.`,
    );
    return { diagnostics: diagnostics.entries };
  }
  const stored = upgrade(definition, parse(json), request.version);
  const state = fromStored(definition.attributes, stored);
  session.seen(definition, state);
  return { upgradedState: encodeDynamicValue(state), diagnostics: [] };
}

function upgrade<Client>(
  definition: ResourceDefinition<Client>,
  stored: StoredState,
  from: number,
): StoredState {
  let state = stored;
  // Start at zero: counting up from a negative version could take forever.
  for (let version = Math.max(0, from); version < definition.version; version++) {
    const step = definition.upgrades[version];
    if (step) state = step(state);
  }
  return state;
}

function parse(json: Uint8Array): StoredState {
  const parsed: unknown = JSON.parse(Buffer.from(json.buffer, json.byteOffset, json.length).toString('utf8'));
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new TypeError('Terraform sent a stored state that is not an object');
  }
  return { ...parsed };
}
