import type { SandboxControls } from '../../../src/sandbox';
import type { StateResource } from '../terraform/terraform-json';
import { isManaged, keptObject } from './managed-objects';
import type { Invariant } from './observation';

/** Each object in the state exists on the platform with the same values. */
export const platformEqualsState: Invariant = ({ state, platform }) =>
  state.resources
    .filter(({ mode, type }) => mode === 'managed' && isManaged(type))
    .flatMap(resource => differences(resource, platform));

function differences(
  resource: StateResource,
  platform: Pick<SandboxControls, 'collections'>,
): readonly string[] {
  const found = keptObject(platform, resource.type, String(resource.values['id']));
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
const unreadable = new Set(['secret', 'key', 'token']);

/** An absent list, map or part is `null` in a state, and empty or absent on the platform. */
function agrees(name: string, inState: unknown, onPlatform: unknown): boolean {
  if (isAbsent(inState)) return unreadable.has(name) || isAbsent(onPlatform);
  if (Array.isArray(inState) && Array.isArray(onPlatform)) return areSameElements(inState, onPlatform);
  if (isObject(inState) && isObject(onPlatform)) {
    const names = new Set([...Object.keys(inState), ...Object.keys(onPlatform)]);
    return [...names].every(part => agrees(part, Reflect.get(inState, part), Reflect.get(onPlatform, part)));
  }
  return inState === onPlatform;
}

/** Strings of a set in any order, and each once; objects in their order. */
function areSameElements(inState: readonly unknown[], onPlatform: readonly unknown[]): boolean {
  const [one, other] = [canonical(inState), canonical(onPlatform)];
  return one.length === other.length && one.every((element, index) => agrees('', element, other[index]));
}

const canonical = (list: readonly unknown[]) =>
  list.every(element => typeof element === 'string') ? [...new Set(list)].sort() : list;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isAbsent = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
