import type { Finding, Words } from './finding';
import { shownHost } from './host';
import { scopesOf } from './reach';

const notOurs =
  'The platform shows another value than this stack last stored: somebody changed it, an apply failed after its request, ' +
  'or the platform changes what is sent.';

/** A change outside Terraform. It is grave if somebody may do more by it, or gets the deliveries. */
const drift = (words: Words, detail: string, isGrave = false): Finding => ({
  risk: 'drift',
  words,
  detail,
  warns: true,
  ...(isGrave ? { severity: 'high' as const } : {}),
});

/** What applying the plan does to a change: `ignore_changes` and a refresh-only plan keep it. */
export type Fate = 'restored' | 'leaving' | 'kept' | 'untold';

/** What applying does, in the same words for every kind of object. */
const alike = {
  kept: 'Applying this plan leaves it so.',
  untold: 'No plan tells whether applying ends it: that depends on `unavailable_operations`.',
};

export interface Drift<Values> {
  readonly before: Values;
  readonly now: Values;
  /** Names of the attributes that differ. */
  readonly attributes: readonly string[];
  readonly fateOf: (attribute: string) => Fate;
}

/** No scopes mean no limits. */
export function keyDrift({
  before,
  now,
  attributes,
  fateOf,
}: Drift<{ readonly scopes?: unknown }>): readonly Finding[] {
  const [former, present] = [textsIn(before.scopes), textsIn(now.scopes)];
  const gained = present.filter(scope => !former.includes(scope));
  const isLimitless = present.length === 0;
  const isWidened = attributes.includes('scopes') && former.length > 0 && (isLimitless || gained.length > 0);
  const what: Words = isLimitless ? ['was made unrestricted'] : ['has ', scopesOf(gained)];
  const rotate = 'Only a new value is safe: others may know this one.';
  const then = {
    leaving: 'The key may have been used since. Applying revokes it.',
    restored: `Applying restores the scopes of the configuration. ${rotate}`,
    kept: `${alike.kept} ${rotate}`,
    untold: `${alike.untold} ${rotate}`,
  }[fateOf('scopes')];
  const others = attributes.filter(name => !isWidened || !['scopes', 'unrestricted'].includes(name));
  return [
    ...(isWidened ? [drift([...what, ' on the platform'], `${notOurs} ${then}`, true)] : []),
    ...otherDrift({ attributes: others, fateOf }),
  ];
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

/** On a shared host, another path may be the receiver of somebody else. */
export function endpointDrift({
  before,
  now,
  attributes,
  fateOf,
}: Drift<{ readonly url?: unknown }>): readonly Finding[] {
  const others = otherDrift({ attributes: attributes.filter(name => name !== 'url'), fateOf });
  if (!attributes.includes('url')) return others;
  const host = shownHost(now.url);
  const where = host !== undefined && host === shownHost(before.url) ? 'another address on ' : '';
  const then = {
    leaving: 'Applying deletes the endpoint.',
    restored: 'Applying restores the address.',
    ...alike,
  }[fateOf('url')];
  const to = { attribute: 'url', values: [host ?? 'an unknown address'] };
  const words = [`was redirected to ${where}`, to, ' on the platform'];
  return [drift(words, `${notOurs} Events may have gone there since. ${then}`, true), ...others];
}

/** Of an object of any type. */
export function otherDrift({
  attributes,
  fateOf,
}: Omit<Drift<unknown>, 'before' | 'now'>): readonly Finding[] {
  const advice = {
    leaving: 'Applying deletes it.',
    restored: 'Applying restores the configuration.',
    ...alike,
  };
  return (['leaving', 'restored', 'kept', 'untold'] as const).flatMap(fate => {
    const names = attributes.filter(name => fateOf(name) === fate).join(', ');
    return names === ''
      ? []
      : [drift([`was changed on the platform: ${names}`], `${notOurs} ${advice[fate]}`)];
  });
}

export const degraded: Finding = drift(
  ['is degraded: the platform sends it nothing more'],
  'The platform gave up delivering to it. Only a new registration is active again.',
);

const unknownToPlatform: Words = ['is unknown to the platform'];
const notDeleted =
  'Either it was deleted (by this stack only if an apply failed or was killed), or this run uses the key of another account.';

export const deletedObject: Finding = drift(unknownToPlatform, notDeleted);

export const deletedKey: Finding = drift(
  unknownToPlatform,
  `${notDeleted} If still configured, a normal apply issues another one: give its holders the new value.`,
);

export const deletedEndpoint: Finding = drift(
  unknownToPlatform,
  `${notDeleted} If still configured, a normal apply registers it anew, without the events in between.`,
);

/** Beside the drift of each object, where the platform knows none that the state has. */
export const everyObjectGone: Finding = {
  risk: 'every-object-gone',
  words: [...unknownToPlatform, ', as is every other object of the state'],
  detail:
    'This run probably uses the key of another account: applying creates all of them there, and the state forgets those that exist. ' +
    'If somebody deleted them, accept the risk for each.',
};
