import { addedScopes, becomesUnrestricted, type Reach } from './reach';

export type Risk = readonly [summary: string, detail: string];

/** What a reviewer has to see before a key gets to do more. */
export function risksOf(id: string, prior: Reach, planned: Reach): readonly Risk[] {
  if (becomesUnrestricted(prior, planned)) {
    return [
      [
        `API key ${id} becomes unrestricted`,
        'Applying lifts every limit of this key: whoever holds it may then do everything. Name its scopes instead, ' +
          'unless that is meant.',
      ],
    ];
  }
  const added = addedScopes(prior, planned);
  if (added.length === 0) return [];
  return [
    [
      `API key ${id} gains ${added.join(', ')}`,
      'Applying widens what every holder of this key may do. Check that all of them are meant to.',
    ],
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

export function earlyRevocation(previousId: string): Risk {
  return [
    `API key ${previousId} is revoked early`,
    'It is still in its overlap, and the key that followed it is rotated now: only one previous key is kept.',
  ];
}

export function goneKey(id: string): Risk {
  return [
    `API key ${id} is gone from the platform`,
    'Somebody has revoked it there. Applying issues another key. Earlier keys of the resource go on working until ' +
      'their time is over.',
  ];
}

/** Said by an apply that changed the key's rotation, or began before the key was due. */
export function dueKey(id: string, age: number, afterDays: number): Risk {
  return [
    `API key ${id} is due`,
    `It is ${age} days old, and rotation.after_days is ${afterDays}. The next plan rotates it.`,
  ];
}
