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

export function earlyRevocation(previousId: string): Risk {
  return [
    `API key ${previousId} is revoked early`,
    'It is still in its overlap, and the key that followed it is rotated now: only one previous key is kept.',
  ];
}
