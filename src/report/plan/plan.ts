import { keysIn } from '../../client/contract/catalogue';
import { type Configuration, configurationIn } from './configuration';
import {
  flagIn,
  isObject,
  type Json,
  type JsonObject,
  jsonIn,
  listIn,
  member,
  objectIn,
  textIn,
} from './json';
import { planUnreadable } from './plan-unreadable';
import { type PlannedObject, plannedObject } from './planned-object';

/** A plan, as `terraform show -json` prints it. */
export interface Plan {
  readonly formatVersion: string;
  readonly product: 'Terraform' | 'OpenTofu';
  readonly terraformVersion: string | undefined;
  readonly createdAt: string | undefined;
  readonly isErrored: boolean;
  readonly isComplete: boolean | undefined;
  readonly changes: readonly PlannedObject[];
  /** What the plan does at each address, to the object that is not deposed. */
  readonly plannedAt: ReadonlyMap<string, PlannedObject>;
  readonly drift: readonly PlannedObject[];
  readonly invocations: readonly Invocation[];
  /** What the state has, and the changes lack. */
  readonly prior: readonly PlannedObject[];
  readonly configuration: Configuration;
  /** Values of the root variables, as they are: sensitive ones stand raw in the plan. */
  readonly variables: ReadonlyMap<string, Json>;
  /** Keys in the plan, known by their form: `terraform_remote_state` takes the mark from those of other stacks. */
  readonly keys: ReadonlySet<string>;
  /** The whole plan, for the search of sensitive values alone. */
  readonly json: JsonObject;
}

/** True for a format that this version knows. A newer minor version adds fields only. */
export const isKnownFormat = (version: string) => /^(?:0\.[12]|1)(?:\.|$)/.test(version);

/** @throws {Error} whose message repeats nothing of the text */
export function parsePlan(text: string): Plan {
  if (text.trim() === '') throw planUnreadable('empty');
  const json = jsonIn(text.startsWith('\ufeff') ? text.slice(1) : text);
  if (json === undefined) throw planUnreadable(isTruncated(text) ? 'truncated' : 'no JSON');
  if (!isObject(json)) throw planUnreadable('no plan');
  const formatVersion = textIn(member(json, 'format_version'));
  if (formatVersion === undefined) throw planUnreadable(unreadableAs(json));
  const isPlan = ['resource_changes', 'planned_values', 'configuration', 'resource_drift'].some(name =>
    Object.hasOwn(json, name),
  );
  if (!isPlan) throw planUnreadable(unreadableAs(json));
  const changes = objectsIn(member(json, 'resource_changes'));
  const drift = objectsIn(member(json, 'resource_drift'));
  const present = changes.filter(({ deposed }) => deposed === undefined);
  const plannedAt = new Map(present.map(object => [object.address, object]));
  return {
    formatVersion: /^[\w.+-]{1,20}$/.test(formatVersion) ? formatVersion : 'unknown',
    product: isOfOpenTofu(json, [...changes, ...drift]) ? 'OpenTofu' : 'Terraform',
    terraformVersion: textIn(member(json, 'terraform_version')),
    createdAt: textIn(member(json, 'timestamp')),
    isErrored: member(json, 'errored') === true,
    isComplete: flagIn(member(json, 'complete')),
    changes,
    plannedAt,
    drift,
    invocations: listIn(member(json, 'action_invocations')).map(invocationIn),
    prior: priorObjects(json, plannedAt),
    configuration: configurationIn(member(json, 'configuration')),
    variables: new Map(
      Object.entries(objectIn(member(json, 'variables'))).map(([name, entry]) => [
        name,
        member(entry, 'value'),
      ]),
    ),
    keys: keysIn(text),
    json,
  };
}

/** A plan of OpenTofu says so by nothing but the registry of its providers. */
function isOfOpenTofu(json: Json, objects: readonly PlannedObject[]): boolean {
  const configured = Object.values(objectIn(member(member(json, 'configuration'), 'provider_config')));
  const sources = [...configured.map(one => member(one, 'full_name')), ...objects.map(one => one.provider)];
  return sources.some(source => textIn(source)?.startsWith('registry.opentofu.org/'));
}

const isTruncated = (text: string) => text.trimStart().startsWith('{') && !text.trimEnd().endsWith('}');

function unreadableAs(json: JsonObject): 'encrypted' | 'state' | 'no plan' {
  if (Object.hasOwn(json, 'encrypted_data')) return 'encrypted';
  const isState =
    Object.hasOwn(json, 'values') || (Object.hasOwn(json, 'serial') && Object.hasOwn(json, 'lineage'));
  return isState ? 'state' : 'no plan';
}

function objectsIn(entries: Json): readonly PlannedObject[] {
  // A plan without changes has no list. A gate must not pass what cannot be read.
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) throw planUnreadable('malformed');
  return entries.map(entry => {
    const object = plannedObject(entry);
    if (object === undefined) throw planUnreadable('malformed');
    return object;
  });
}

/** An action that the apply invokes. Its configuration has no expressions: a plan shows its values alone. */
export interface Invocation {
  readonly address: string;
  readonly type: string;
  /** The resource whose change invokes it, and when; undefined for `-invoke`. */
  readonly trigger: { readonly address: string; readonly event: string } | undefined;
  readonly values: Json;
  /** The shapes of the values, with `true` for a sensitive one, and for one that is known after apply. */
  readonly sensitive: Json;
  readonly unknown: Json;
}

function invocationIn(entry: Json): Invocation {
  const text = (json: Json, name: string) => textIn(member(json, name)) ?? '';
  const trigger = member(entry, 'lifecycle_action_trigger');
  // As the configuration has it: `after_update` for AfterUpdate.
  const event = text(trigger, 'action_trigger_event').replace(/\B[A-Z]/g, '_$&');
  return {
    address: text(entry, 'address'),
    type: text(entry, 'type'),
    trigger: isObject(trigger)
      ? { address: text(trigger, 'triggering_resource_address'), event: event.toLowerCase() }
      : undefined,
    values: member(entry, 'config_values'),
    sensitive: member(entry, 'config_sensitive'),
    unknown: member(entry, 'config_unknown'),
  };
}

/**
 * Returns what the state has after the plan's refresh, and its changes lack, each as an object that stays as it is: data
 * sources, what the plan excludes and, with `-invoke`, every resource.
 *
 * @param planned by address. A deposed object has that of another one
 */
function priorObjects(json: Json, planned: ReadonlyMap<Json, PlannedObject>): readonly PlannedObject[] {
  const root = member(member(member(json, 'prior_state'), 'values'), 'root_module');
  return resourcesIn(root).flatMap(resource => {
    const { values, sensitive_values, address, deposed_key: deposed } = objectIn(resource);
    if (deposed === undefined && planned.get(address)?.before !== undefined) return [];
    const marks = { before_sensitive: sensitive_values, after_sensitive: sensitive_values };
    const change = { actions: ['no-op'], before: values, after: values, ...marks };
    return plannedObject({ address: '', type: '', ...objectIn(resource), deposed, change }) ?? [];
  });
}

const resourcesIn = (module: Json): readonly Json[] => [
  ...listIn(member(module, 'resources')),
  ...listIn(member(module, 'child_modules')).flatMap(resourcesIn),
];
