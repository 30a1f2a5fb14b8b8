import type { HeldKeys } from '../../risks/held-keys';
import { type KeyChanges, keyChangeFindings } from '../../risks/key-changes';
import { type Reach, reachFinding } from '../../risks/reach';
import { keyLeftBehind, type Lacks } from '../unavailable-operations';
import { type Named, nameOfKey } from './key-name';

export type Risk = readonly [summary: string, detail: string];

/** Returns the warnings that a reviewer must see before a key gains permissions. */
export function risksOf(id: string, prior: Reach, planned: Reach, areScopesKnown: boolean): readonly Risk[] {
  const finding = reachFinding(prior, planned, areScopesKnown);
  if (finding === undefined) return [];
  if (finding.risk === 'unrestricted-key') return [unlimited(id)];
  return [finding.isComplete ? gain(id, finding.added) : unknownGain(id)];
}

function unlimited(id: string): Risk {
  return [
    `API key ${id} becomes unrestricted`,
    'Applying lifts every limit of this key: whoever holds it may then do everything. Name its scopes instead, ' +
      'unless that is meant.',
  ];
}

function gain(id: string, added: readonly string[]): Risk {
  return [
    `API key ${id} gains ${added.join(', ')}`,
    'Applying widens what every holder of this key may do. Check that all of them are meant to.',
  ];
}

function unknownGain(id: string): Risk {
  return [
    `API key ${id} may gain scopes`,
    'The planned scopes hold a value that Terraform knows only when it applies this plan, so the plan cannot tell ' +
      'whether the key may do more afterwards. Check where that value comes from.',
  ];
}

/** Warning after an import. The platform showed the value only when it issued the key. */
export function unknownValue(id: string): Risk {
  return [
    `Value of API key ${id} is unknown`,
    'The platform shows a key once, when it is issued. The attribute `key` stays null; give the key a `rotation` ' +
      'with `triggers` and change one to get a new key whose value is known.',
  ];
}

/** Returns the warnings about keys that a change issues and revokes. */
export function keyChangeRisks(
  key: HeldKeys & Named,
  changes: KeyChanges,
  mayRotate: boolean,
  lacks: Lacks,
): readonly Risk[] {
  if (lacks('apiKeys.delete'))
    return [...(changes.isGone ? [goneKey(key.id)] : []), ...changes.revokes.map(keyLeftBehind)];
  return keyChangeFindings(key, changes, mayRotate).flatMap(finding => {
    if (finding.risk === 'key-revoked') return finding.which === 'early' ? [earlyRevocation(finding.id)] : [];
    if (finding.how === 'gone') return [goneKey(key.id)];
    return finding.how === 'at once' ? [endsAtOnce(key)] : [];
  });
}

const atOnce = 'Applying revokes the present value at once; its holders fail until they have the new one.';

function endsAtOnce(key: Named): Risk {
  return [
    `API key ${nameOfKey(key)} is rotated without overlap`,
    `${atOnce} An overlap_days above 0 gives them that time.`,
  ];
}

/** @param why such as `Its tenant_id changes.` */
export function replacedKey(key: Named, why: string, lacks: Lacks): readonly Risk[] {
  const words = lacks('apiKeys.delete') ? '' : ` ${atOnce}`;
  const left = lacks('apiKeys.delete') ? [keyLeftBehind(key.id)] : [];
  return [
    [`API key ${nameOfKey(key)} is replaced`, `${why} Another key is issued, under another id.${words}`],
    ...left,
  ];
}

/** Warning about a key that no block of the configuration has any more. */
export function removedKey(key: Named): Risk {
  return [
    `API key ${nameOfKey(key)} is revoked`,
    'The configuration does not have it any more. Applying revokes it at once, and its holders fail from then on.',
  ];
}

function earlyRevocation(previousId: string): Risk {
  return [
    `API key ${previousId} is revoked early`,
    'It is still in its overlap, and the key that followed it is rotated now: only one previous key is kept.',
  ];
}

function goneKey(id: string): Risk {
  return [
    `API key ${id} is gone from the platform`,
    'It was revoked there, not by this stack unless an apply was killed. Applying issues another key. The previous key goes on working until its overlap ' +
      'ends.',
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
