import type { Finding, Words } from './finding';
import { hostOf } from './host';
import { scopesOf } from './reach';

const notOurs = 'This stack did not change it. Find out who did.';

/** A change outside Terraform. It is grave if somebody may do more by it, or gets the deliveries. */
const drift = (words: Words, detail: string, isGrave = false): Finding => ({
  risk: 'drift',
  words,
  detail,
  warns: true,
  ...(isGrave ? { severity: 'high' as const } : {}),
});

interface Drift<Values> {
  readonly before: Values;
  readonly now: Values;
  /** Names of the attributes that differ. */
  readonly attributes: readonly string[];
  /** True if this plan deletes the object. */
  readonly isLeaving: boolean;
}

/** @param drift with the scopes; none mean no limits */
export function keyDrift({
  before,
  now,
  attributes,
  isLeaving,
}: Drift<{ readonly scopes: readonly string[] }>): readonly Finding[] {
  const gained = now.scopes.filter(scope => !before.scopes.includes(scope));
  const isLimitless = now.scopes.length === 0;
  const isWidened =
    attributes.includes('scopes') && before.scopes.length > 0 && (isLimitless || gained.length > 0);
  const what: Words = isLimitless ? ['was made unrestricted'] : ['was given ', scopesOf(gained)];
  const then = isLeaving
    ? 'The key may have been used since. Applying revokes it.'
    : 'Applying restores the scopes of the configuration. Rotating the key is safer, because its value may be known ' +
      'to others.';
  const others = attributes.filter(name => !isWidened || !['scopes', 'unrestricted'].includes(name));
  return [
    ...(isWidened ? [drift([...what, ' on the platform'], `${notOurs} ${then}`, true)] : []),
    ...otherDrift(others, isLeaving),
  ];
}

export function endpointDrift({
  before,
  now,
  attributes,
  isLeaving,
}: Drift<{ readonly url?: unknown }>): readonly Finding[] {
  const [host = 'an unknown address', former] = [hostOf(now.url), hostOf(before.url)];
  const isRedirected = attributes.includes('url') && host !== former;
  const others = attributes.filter(name => name !== 'url' || !isRedirected);
  const then = isLeaving ? 'Applying deletes the endpoint.' : 'Applying restores the address.';
  const words = ['was redirected to ', { attribute: 'url', values: [host] }, ' on the platform'];
  return [
    ...(isRedirected
      ? [drift(words, `${notOurs} Events may have reached that host since. ${then}`, true)]
      : []),
    ...otherDrift(others, isLeaving),
  ];
}

function otherDrift(attributes: readonly string[], isLeaving: boolean): readonly Finding[] {
  if (attributes.length === 0) return [];
  const then = isLeaving ? 'Applying deletes it.' : 'Applying restores the configuration.';
  return [drift([`was changed on the platform: ${attributes.join(', ')}`], `${notOurs} ${then}`)];
}

export const degraded: Finding = drift(
  ['is degraded: the platform sends it nothing more'],
  'The platform gave up delivering to it. Only a new registration is active again.',
);

export const deletedKey: Finding = drift(
  ['was deleted on the platform'],
  'This stack did not delete it, unless an apply was killed. The platform refuses this key now. If the configuration ' +
    'still contains it, applying issues another one. Then give its holders the new value.',
);

export const deletedEndpoint: Finding = drift(
  ['was deleted on the platform'],
  'This stack did not delete it, unless an apply was killed. If the configuration still contains it, applying registers ' +
    'it anew. Events of the time between are not delivered.',
);
