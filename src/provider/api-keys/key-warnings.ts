import type { Warning } from '../../plugin/define/definition';
import { type Named, nameOfKey } from './key-name';

/**
 * Warning of all imports of a run: the platform showed each value only when it issued the key. Terraform folds no warnings
 * of a refresh, so a hundred imports would give a hundred.
 */
export const unknownValues: Warning = [
  'Values of imported API keys are unknown',
  'The platform shows the value of a key only once, when it issues the key. The attribute `key` of an imported key stays ' +
    'null. To get a new key with a known value, give the key a `rotation` with `triggers`, and change one trigger.',
];

/** Warning of an apply that has lowered `after_days`, or whose plan was made before the key was due. */
export function dueKey(id: string, age: number, afterDays: number): Warning {
  return [
    `API key ${id} is due`,
    `It is ${age} days old, and rotation.after_days is ${afterDays}. The next plan rotates it.`,
  ];
}

/** Warning of a plan. Adding a rotation looks like an answer to a leaked key, and is none. */
export const addedRotation = (key: Named): Warning => [
  'A new rotation rotates nothing yet',
  `This apply keeps the value of API key ${nameOfKey(key)}. A later change of triggers, or its age, rotates it. For ` +
    'another value now, use terraform apply -replace.',
];

export function unknownAge(id: string): Warning {
  return [
    `Age of API key ${id} is unknown`,
    'The platform shows no time that can be read, so rotation.after_days never makes the key due. Change ' +
      'rotation.triggers to rotate it.',
  ];
}

/** Warning of a restricted key whose scopes the platform does not show: nobody can tell whether it is still restricted. */
export const unshownScopes: Warning = [
  'Scopes of API keys are not shown',
  'The platform does not say what each key may do, so a change from outside cannot be seen: a key may even be ' +
    'unrestricted by now. The state keeps the configured scopes. Look at the keys on the platform.',
];

/** The current key is no worse for it, so this is no error. */
export const earlierRefused = (current: string, id: string, refusal: Error, fate: string): Warning => [
  `API key ${id} cannot be seen`,
  `It is an earlier key of ${current}. ${refusal.message} It is most likely revoked. ${fate}`,
];

export function notRevokedYet(id: string, failure: unknown): Warning {
  const reason = failure instanceof Error ? failure.message : 'The platform refused.';
  return [`API key ${id} is not revoked yet`, `${reason} The next apply tries again.`];
}
