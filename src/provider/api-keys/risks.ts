import type { HeldKeys } from '../../risks/held-keys';
import { type KeyChanges, keyChangeFindings } from '../../risks/key-changes';
import { type Reach, reachFinding } from '../../risks/reach';
import { keyLeftBehind, type LacksOperation } from '../unavailable-operations';
import { type Named, nameOfKey } from './key-name';

export type Risk = readonly [summary: string, detail: string];

/** Returns the warnings that a reviewer must see before a key gains permissions. */
export function risksOf(
  id: string,
  prior: Reach,
  planned: Reach,
  isKnown: (attribute: 'scopes' | 'unrestricted') => boolean,
): readonly Risk[] {
  const finding = reachFinding(prior, planned, isKnown('scopes'));
  if (finding?.risk === 'unrestricted-key') return [unlimited(id)];
  if (prior.scopes !== undefined && !isKnown('unrestricted')) return [perhapsUnlimited(id)];
  if (finding === undefined) return [];
  return [finding.isComplete ? gain(id, finding.added) : unknownGain(id)];
}

function unlimited(id: string): Risk {
  return [
    `API key ${id} becomes unrestricted`,
    'Applying removes all limits of this key: every holder may then do everything. To limit the key, ' +
      'name its scopes.',
  ];
}

function perhapsUnlimited(id: string): Risk {
  return [
    `API key ${id} may become unrestricted`,
    'Terraform knows `unrestricted` only when it applies this plan. If it is true, applying removes all limits of this ' +
      'key: every holder may then do everything. Check where that value comes from.',
  ];
}

function gain(id: string, added: readonly string[]): Risk {
  return [
    `API key ${id} gains ${added.join(', ')}`,
    'Applying gives these scopes to every holder of this key. Check that all holders should have ' + 'them.',
  ];
}

function unknownGain(id: string): Risk {
  return [
    `API key ${id} may gain scopes`,
    'The planned scopes contain a value that Terraform knows only when it applies this plan. So the ' +
      'plan cannot tell whether the key may do more afterwards. Check where that value comes from.',
  ];
}

/** Warning after an import. The platform showed the value only when it issued the key. */
export function unknownValue(id: string): Risk {
  return [
    `Value of API key ${id} is unknown`,
    'The platform shows the value of a key only once, when it issues the key. The attribute `key` ' +
      'stays null. To get a new key with a known value, give the key a `rotation` with `triggers`, and ' +
      'change one trigger.',
  ];
}

/** Returns the warnings about keys that a change issues and revokes. */
export function keyChangeRisks(
  key: HeldKeys & Named,
  changes: KeyChanges,
  mayRotate: boolean,
  lacksOperation: LacksOperation,
): readonly Risk[] {
  if (lacksOperation('apiKeys.delete'))
    return [...(changes.isGone ? [goneKey(key.id)] : []), ...changes.revokes.map(keyLeftBehind)];
  return keyChangeFindings(key, changes, mayRotate).flatMap(finding => {
    if (finding.risk === 'key-revoked') return finding.which === 'early' ? [earlyRevocation(finding.id)] : [];
    if (finding.how === 'gone') return [goneKey(key.id)];
    return finding.how === 'at once' ? [endsAtOnce(key)] : [];
  });
}

const atOnce = 'Applying revokes the current value at once. Its holders fail until they have the new value.';

function endsAtOnce(key: Named): Risk {
  return [
    `API key ${nameOfKey(key)} is rotated without overlap`,
    `${atOnce} With overlap_days above 0, both values work for that time.`,
  ];
}

/** @param why such as `Its tenant_id changes.` */
export function replacedKey(key: Named, why: string, lacksOperation: LacksOperation): readonly Risk[] {
  const words = lacksOperation('apiKeys.delete') ? '' : ` ${atOnce}`;
  const left = lacksOperation('apiKeys.delete') ? [keyLeftBehind(key.id)] : [];
  return [
    [`API key ${nameOfKey(key)} is replaced`, `${why} Applying issues another key with another id.${words}`],
    ...left,
  ];
}

/** Warning about a key that no block of the configuration has any more. */
export function removedKey(key: Named): Risk {
  return [
    `API key ${nameOfKey(key)} is revoked`,
    'The configuration no longer contains it. Applying revokes it at once. Its holders then fail.',
  ];
}

function earlyRevocation(previousId: string): Risk {
  return [
    `API key ${previousId} is revoked early`,
    'Its overlap has not ended, but the key that follows it is rotated now. Only one previous key ' +
      'can stay valid.',
  ];
}

function goneKey(id: string): Risk {
  return [
    `API key ${id} is gone from the platform`,
    'This stack did not revoke it, unless an apply was killed. Applying issues another key. The ' +
      'previous key works until its overlap ends.',
  ];
}

/** Warning of an apply that has lowered `after_days`, or whose plan was made before the key was due. */
export function dueKey(id: string, age: number, afterDays: number): Risk {
  return [
    `API key ${id} is due`,
    `It is ${age} days old, and rotation.after_days is ${afterDays}. The next plan rotates it.`,
  ];
}

export function notRevokedYet(id: string, failure: unknown): Risk {
  const reason = failure instanceof Error ? failure.message : 'The platform refused.';
  return [`API key ${id} is not revoked yet`, `${reason} The next apply tries again.`];
}
