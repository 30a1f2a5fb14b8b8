import { keyLeftBehind, type Lacks } from '../unavailable-operations';
import type { HeldKeys } from './held-keys';
import type { KeyChanges } from './key-changes';
import { type Named, nameOfKey } from './key-name';
import { addedScopes, becomesUnrestricted, type Reach } from './reach';

export type Risk = readonly [summary: string, detail: string];

/** What a reviewer has to see before a key gets to do more. */
export function risksOf(id: string, prior: Reach, planned: Reach, areScopesKnown: boolean): readonly Risk[] {
  if (becomesUnrestricted(prior, planned)) {
    return [
      [
        `API key ${id} becomes unrestricted`,
        'Applying lifts every limit of this key: whoever holds it may then do everything. Name its scopes instead, ' +
          'unless that is meant.',
      ],
    ];
  }
  if (!areScopesKnown) return prior.scopes === undefined ? [] : [unknownGain(id)];
  const added = addedScopes(prior, planned);
  if (added.length === 0) return [];
  return [
    [
      `API key ${id} gains ${added.join(', ')}`,
      'Applying widens what every holder of this key may do. Check that all of them are meant to.',
    ],
  ];
}

function unknownGain(id: string): Risk {
  return [
    `API key ${id} may gain scopes`,
    'The planned scopes hold a value that Terraform knows only when it applies this plan, so the plan cannot tell ' +
      'whether the key may do more afterwards. Check where that value comes from.',
  ];
}

/** Said once, when a key is imported: its value was shown when it was issued, and never again. */
export function unknownValue(id: string): Risk {
  return [
    `Value of API key ${id} is unknown`,
    'The platform shows a key once, when it is issued. The attribute `key` stays null; give the key a `rotation` ' +
      'with `triggers` and change one to get a new key whose value is known.',
  ];
}

/** What a reviewer has to see of the keys that a change issues and revokes. */
export function keyChangeRisks(
  { id, name, previous_id }: HeldKeys & Named,
  { isGone, issues, endsEarly, revokes }: KeyChanges,
  mayRotate: boolean,
  lacks: Lacks,
): readonly Risk[] {
  const risks: Risk[] = isGone ? [goneKey(id)] : [];
  if (lacks('apiKeys.delete')) return [...risks, ...revokes.map(keyLeftBehind)];
  if (issues && revokes.includes(id)) risks.push(endsAtOnce({ id, name }));
  const mayEndEarly = endsEarly || (mayRotate && previous_id !== undefined && !revokes.includes(previous_id));
  if (mayEndEarly && previous_id !== undefined) risks.push(earlyRevocation(previous_id));
  return risks;
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

/** No block of the configuration has the key any more. */
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

/** Said by an apply that has lowered `after_days`, or whose plan was made before the key was due. */
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
