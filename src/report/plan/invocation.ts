import { isObject, type Json, listIn, member, textIn } from './json';

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

/** Returns the actions of a plan, those that Terraform has deferred included. */
export function invocationsIn(json: Json): readonly Invocation[] {
  const deferred = listIn(member(json, 'deferred_action_invocations'));
  return [
    ...listIn(member(json, 'action_invocations')),
    ...deferred.map(entry => member(entry, 'action_invocation')),
  ].map(entry => {
    const text = (json: Json, name: string) => textIn(member(json, name)) ?? '';
    const trigger = member(entry, 'lifecycle_action_trigger');
    return {
      address: text(entry, 'address'),
      type: text(entry, 'type'),
      trigger: isObject(trigger)
        ? {
            address: text(trigger, 'triggering_resource_address'),
            event: text(trigger, 'action_trigger_event'),
          }
        : undefined,
      values: member(entry, 'config_values'),
      sensitive: member(entry, 'config_sensitive'),
      unknown: member(entry, 'config_unknown'),
    };
  });
}
