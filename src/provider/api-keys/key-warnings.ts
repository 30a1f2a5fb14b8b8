import type { Warning } from '../../plugin/define/definition';
import type { Finding } from '../../risks/finding';
import { earlierIds, type HeldKeys } from '../../risks/held-keys';
import { shortened } from '../../words/printable';
import { warningsOf } from '../risk-warnings';

/** A key, as messages name it. */
export interface Named {
  readonly id: string;
  /** Absent right after an import. */
  readonly name?: string | undefined;
}

/** Returns the key's name, which people know, and its id, which is unique. */
const nameOfKey = ({ id, name }: Named) => (typeof name === 'string' ? `${shortened(name)} (${id})` : id);

export const keyWarnings = (key: Named, findings: readonly Finding[]): readonly Warning[] =>
  warningsOf('API key', nameOfKey(key), findings);

/**
 * Warning of all imports of a run: the platform showed each value only when it issued the key. Terraform folds no warnings
 * of a refresh, so a hundred imports would give a hundred.
 */
export const unknownValues: Warning = [
  'Values of imported API keys are unknown',
  'The platform shows the value of a key only once, when it issues the key. The attribute `key` of an imported key stays ' +
    'null. To get a new key with a known value, give the key a `rotation` with `triggers`, and change one trigger.',
];

/** Error of a validation. */
export const withoutScopes: Warning = [
  'Key without scopes',
  'A key without scopes may do everything. Name its scopes. For a key that may do everything, set unrestricted = true.',
];

/** Error of a plan. A replacement would revoke a key whose tenant may only be spelled otherwise. */
export const otherTenant = (id: string, shown: string, tenant_id: string | undefined): Warning => [
  `Tenant of API key ${id} is shown as ${JSON.stringify(shown)}`,
  `The block says ${JSON.stringify(tenant_id)}. The key was imported, so nobody knows whether both are one tenant. If they are, ` +
    `write tenant_id = ${JSON.stringify(shown)}. If not, issue a key with another block, and remove this one.`,
  'tenant_id',
];

/** Error of a plan: validation does not see what `ignore_changes` takes from the state. */
export const ignoredScopes: Warning = [
  'Key without scopes',
  'The configuration takes its scopes from the state (`ignore_changes`), which has none: the key was made unrestricted on the ' +
    'platform. Remove scopes from ignore_changes, to restore them. For a key that may do everything, set unrestricted = true.',
  'scopes',
];

/** Warning of an apply that has lowered `after_days`, or whose plan was made before the key was due. */
export const dueKey = (id: string, age: number, afterDays: number): Warning => [
  `API key ${id} is due`,
  `It is ${age} days old, and rotation.after_days is ${afterDays}. The next plan rotates it.`,
];

/** Warning of a plan. Adding a rotation looks like an answer to a leaked key, and is none. */
export const addedRotation = (key: Named): Warning => [
  'A new rotation rotates nothing yet',
  `This apply keeps the value of API key ${nameOfKey(key)}. A later change of triggers, or its age, rotates it. For ` +
    'another value now, use terraform apply -replace.',
];

export const unknownAge = (id: string): Warning => [
  `Age of API key ${id} is unknown`,
  'The platform shows no time that can be read, so rotation.after_days never makes the key due. Change ' +
    'rotation.triggers to rotate it.',
];

/** Warning of a restricted key whose scopes the platform does not show: nobody can tell whether it is still restricted. */
export const unshownScopes: Warning = [
  'Scopes of API keys are not shown',
  'The platform does not say what each key may do, so a change from outside cannot be seen: a key may even be ' +
    'unrestricted by now. The state keeps the configured scopes. Look at the keys on the platform.',
];

/** The end of a warning about a key that the platform does not know: its earlier keys leave the state with it. */
export function earlierToo(held: HeldKeys): string {
  const ids = earlierIds(held);
  return ids.length === 0 ? '' : ` It does not know the earlier ${ids.join(', ')} either.`;
}

/** The current key is no worse for it, so this is no error. */
export const earlierRefused = (current: string, id: string, refusal: Error, fate: string): Warning => [
  `API key ${id} cannot be seen`,
  `It is an earlier key of ${current}. ${refusal.message} It is most likely revoked. ${fate}`,
];

export function notRevokedYet(id: string, failure: unknown): Warning {
  const reason = failure instanceof Error ? failure.message : 'The platform refused.';
  return [`API key ${id} is not revoked yet`, `${reason} The next apply tries again.`];
}
