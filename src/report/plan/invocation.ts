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

export const invocationsIn = (json: Json): readonly Invocation[] =>
  listIn(member(json, 'action_invocations')).map(entry => {
    const text = (json: Json, name: string) => textIn(member(json, name)) ?? '';
    const trigger = member(entry, 'lifecycle_action_trigger');
    return {
      address: text(entry, 'address'),
      type: text(entry, 'type'),
      trigger: isObject(trigger)
        ? {
            address: text(trigger, 'triggering_resource_address'),
            // As the configuration has it: `after_update` for AfterUpdate.
            event: text(trigger, 'action_trigger_event')
              .replace(/\B[A-Z]/g, '_$&')
              .toLowerCase(),
          }
        : undefined,
      values: member(entry, 'config_values'),
      sensitive: member(entry, 'config_sensitive'),
      unknown: member(entry, 'config_unknown'),
    };
  });
