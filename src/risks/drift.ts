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

const fates = ['leaving', 'restored', 'kept', 'untold'] as const;
/** What applying the plan does to a change: `ignore_changes` and a refresh-only plan keep it. */
export type Fate = (typeof fates)[number];

const applying = (fate: Fate, leaving: string, restored: string): string =>
  ({
    leaving,
    restored,
    kept: 'Applying this plan leaves it so.',
    untold: 'No plan tells whether applying ends it: that depends on `unavailable_operations`.',
  })[fate];

export interface Drift<Values> {
  readonly before: Values;
  readonly now: Values;
  /** Names of the attributes that differ. */
  readonly attributes: readonly string[];
  readonly fateOf: (attribute: string) => Fate;
}

/** No scopes mean no limits. */
export function keyDrift(found: Drift<{ readonly scopes?: unknown }>): readonly Finding[] {
  const { before, now, attributes, fateOf } = found;
  const [former, present] = [textsIn(before.scopes), textsIn(now.scopes)];
  const gained = present.filter(scope => !former.includes(scope));
  const isLimitless = present.length === 0;
  const isWidened = attributes.includes('scopes') && former.length > 0 && (isLimitless || gained.length > 0);
  if (!isWidened) return otherDrift(found);
  const what: Words = isLimitless ? ['was made unrestricted'] : ['has ', scopesOf(gained)];
  const fate = fateOf('scopes');
  const revoked = 'The key may have been used since. Applying revokes it.';
  const then = applying(fate, revoked, 'Applying restores the scopes of the configuration.');
  const rotate = fate === 'leaving' ? '' : ' Only a new value is safe: others may know this one.';
  return [
    drift([...what, ' on the platform'], `${notOurs} ${then}${rotate}`, true),
    ...otherDrift(found, 'scopes', 'unrestricted'),
  ];
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter(each => typeof each === 'string') : [];

/** On a shared host, another path may be the receiver of somebody else. */
export function endpointDrift(found: Drift<{ readonly url?: unknown }>): readonly Finding[] {
  const { before, now, attributes, fateOf } = found;
  if (!attributes.includes('url')) return otherDrift(found);
  const host = shownHost(now.url);
  const where = host !== undefined && host === shownHost(before.url) ? 'another address on ' : '';
  const to = { attribute: 'url', values: [host ?? 'an unknown address'] };
  const words = [`was redirected to ${where}`, to, ' on the platform'];
  const then = applying(fateOf('url'), 'Applying deletes the endpoint.', 'Applying restores the address.');
  return [
    drift(words, `${notOurs} Events may have gone there since. ${then}`, true),
    ...otherDrift(found, 'url'),
  ];
}

/** Of an object of any type, and of all attributes but some. */
export const otherDrift = (
  { attributes, fateOf }: Omit<Drift<unknown>, 'before' | 'now'>,
  ...told: readonly string[]
): readonly Finding[] =>
  fates.flatMap(fate => {
    const names = attributes.filter(name => !told.includes(name) && fateOf(name) === fate).join(', ');
    const then = applying(fate, 'Applying deletes it.', 'Applying restores the configuration.');
    return names === '' ? [] : [drift([`was changed on the platform: ${names}`], `${notOurs} ${then}`)];
  });

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
