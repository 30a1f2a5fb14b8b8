import { isDeepStrictEqual } from 'node:util';
import type { SandboxControls } from '../../../src/sandbox';
import type { StateResource } from '../terraform-json';
import type { Invariant } from './observation';

/** An object of the platform in the form of the state. Sets are sorted, since their order has no meaning. */
type Facts = Readonly<Record<string, unknown>>;
type Platform = Pick<SandboxControls, 'webhooks' | 'apiKeys'>;

/** Reads an object from the platform by its id, for each resource type. */
const onPlatform: Readonly<Record<string, (platform: Platform, id: string) => Facts | undefined>> = {
  svc_webhook_endpoint: ({ webhooks }, id) => {
    const found = webhooks.get(id);
    return found && { ...found, secret: webhooks.secretOf(id) };
  },
  svc_api_key: ({ apiKeys }, id) => {
    const found = apiKeys.get(id);
    return found && { ...found, key: apiKeys.valueOf(id) };
  },
};

/** Each object in the state exists on the platform with the same values. */
export const platformEqualsState: Invariant = ({ state, platform }) =>
  state.resources
    .filter(({ mode }) => mode === 'managed')
    .flatMap(resource => differences(resource, platform));

function differences(resource: StateResource, platform: Platform): readonly string[] {
  const look = onPlatform[resource.type];
  if (look === undefined) return [];
  const found = look(platform, String(resource.values['id']));
  if (found === undefined) return [`${resource.address} is in the state and not on the platform`];
  // Only names are reported: a value may be a secret.
  return Object.entries(found)
    .filter(([name, value]) => !agrees(name, resource.values[name], value))
    .map(([name]) => `${resource.address}: ${name} differs between state and platform`);
}

/**
 * Attributes that may be missing in the state: write-only ones, and secrets of imported objects, which cannot be
 * read.
 */
const unreadable = new Set(['secret', 'key']);

/** No scopes are `null` in a state, and an empty list on the platform. */
function agrees(name: string, inState: unknown, onPlatform: unknown): boolean {
  if (inState === null || inState === undefined) return unreadable.has(name) || isEmptyList(onPlatform);
  return isDeepStrictEqual(sorted(inState), sorted(onPlatform));
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const sorted = (value: unknown) => (Array.isArray(value) ? [...new Set(value)].sort() : value);
