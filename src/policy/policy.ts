/**
 * Rules for the keys and endpoints of a stack, as data. A rule that is absent, or false, has no effect.
 *
 * @internal
 */
export interface Policy {
  /** No key may do everything: each has scopes. */
  readonly forbidUnrestricted?: boolean | undefined;
  /** The only scopes that a key may have. An empty list allows none. */
  readonly allowedScopes?: readonly string[] | undefined;
  /** The only hosts that receive deliveries: `hooks.example.com`, or `*.example.com` for all names below it. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Each key has a rotation with an occasion: an age, or triggers. */
  readonly requireRotation?: boolean | undefined;
  /** Largest age in days at which a key may be due for rotation (`rotation.after_days`). */
  readonly maxKeyAgeDays?: number | undefined;
  /** No endpoint has `secret`, which saved plans and the state hold. */
  readonly requireWriteOnlySecrets?: boolean | undefined;
  /** Largest number of event types of one endpoint. */
  readonly maxEvents?: number | undefined;
}

/** @internal */
export const ruleNames = [
  'forbidUnrestricted',
  'allowedScopes',
  'allowedHosts',
  'requireRotation',
  'maxKeyAgeDays',
  'requireWriteOnlySecrets',
  'maxEvents',
] as const;

/** @internal */
export type RuleName = (typeof ruleNames)[number];

/** @internal */
export function isRuleName(name: unknown): name is RuleName {
  return ruleNames.some(known => known === name);
}
