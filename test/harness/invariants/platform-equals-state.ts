import { fixedIn } from '../../../src/client/contract/fields';
import { collectionOfResource } from '../../../src/provider/registered-resources';
import { spelled } from '../../../src/sandbox/dialects/dialects';
import type { StateResource } from '../terraform/terraform-json';
import { fieldsOfResource } from './managed-objects';
import type { Invariant, Observation } from './observation';

/** Each object in the state exists on the platform with the same values. */
export const platformEqualsState: Invariant = ({ state, ...world }) =>
  state.resources
    .filter(({ mode, type }) => mode === 'managed' && collectionOfResource.has(type))
    .flatMap(resource => differences(resource, world));

function differences(
  resource: StateResource,
  { platform, dialect, unread }: Pick<Observation, 'platform' | 'dialect' | 'unread'>,
): readonly string[] {
  const id = String(resource.values['id']);
  const kept = platform.collections.get(collectionOfResource.get(resource.type) ?? '')?.stored(id);
  if (kept === undefined) return [`${resource.address} is in the state and not on the platform`];
  // A state keeps the configured spelling of what never changes.
  const found = { ...spelled(kept, dialect.shown), ...fixedIn(fieldsOfResource(resource.type), kept) };
  // A state keeps the values that the platform does not show in a readable form.
  const isHidden = (name: string, value: unknown) =>
    name in dialect.shown && !['string', 'number'].includes(typeof value);
  // Only names are reported: a value may be a secret.
  return Object.entries(found)
    .filter(([name, value]) => !isHidden(name, value))
    .filter(([name, value]) => !agrees(...canonicalPair(resource, name, value)))
    .filter(([name]) => !(isUnreadable(resource, name) && (unread.has(id) || isWriteOnly(resource, name))))
    .map(([name]) => `${resource.address}: ${name} differs between state and platform`);
}

/** The platform may store another spelling of an address. */
function canonicalPair({ type, values }: StateResource, name: string, onPlatform: unknown) {
  const field = fieldsOfResource(type)[name];
  const canonical = (value: unknown) => field?.canonical(value) ?? value;
  return [canonical(values[name]), canonical(onPlatform)] as const;
}

/** Nobody can read a secret back: the state lacks that of an imported object, and one that it never had. */
const isUnreadable = ({ values }: StateResource, name: string) =>
  ['secret', 'key', 'token'].includes(name) && isAbsent(values[name]);
const isWriteOnly = ({ values }: StateResource, name: string) => !isAbsent(values[`${name}_wo_version`]);

/** An absent list, map or part is `null` in a state, and empty or absent on the platform. */
function agrees(inState: unknown, onPlatform: unknown): boolean {
  if (isAbsent(inState)) return isAbsent(onPlatform);
  if (Array.isArray(inState) && Array.isArray(onPlatform)) return areSameElements(inState, onPlatform);
  if (isObject(inState) && isObject(onPlatform)) {
    const names = new Set([...Object.keys(inState), ...Object.keys(onPlatform)]);
    return [...names].every(part => agrees(Reflect.get(inState, part), Reflect.get(onPlatform, part)));
  }
  return inState === (typeof onPlatform === 'number' ? String(onPlatform) : onPlatform);
}

/** Strings of a set in any order, and each once; objects in their order. */
function areSameElements(inState: readonly unknown[], onPlatform: readonly unknown[]): boolean {
  const [one, other] = [canonical(inState), canonical(onPlatform)];
  return one.length === other.length && one.every((element, index) => agrees(element, other[index]));
}

const canonical = (list: readonly unknown[]) =>
  list.every(element => typeof element === 'string') ? [...new Set(list)].sort() : list;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isAbsent = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0);
