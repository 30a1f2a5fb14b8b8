import type { Finding } from './finding';
import { earlierIds, type HeldKeys } from './held-keys';
import { atOnce } from './key-changes';
import { mayBeUnlimited, type Reach, type ReachIsKnown, reachFindings, scopesOf, unlimited } from './reach';

/** What becomes of the former key of a removal or a replacement. */
export interface Removal {
  /** True if the key leaves the state alone (`destroy = false`). */
  readonly isForgotten: boolean;
  /** True if `unavailable_operations` says that the platform cannot revoke keys. */
  readonly cannotRevoke: boolean;
}

/** Returns what a plan says of a key that it issues. */
export function issuedKey({ scopes, unrestricted }: Reach, isKnown: ReachIsKnown): readonly Finding[] {
  if (unrestricted) return [unlimited('is issued without limits')];
  const may = isKnown('unrestricted') ? [] : [mayBeUnlimited('may be issued without limits')];
  const isWhole = scopes !== undefined && isKnown('scopes');
  return [
    ...may,
    { words: ['is issued with ', isWhole ? scopesOf(scopes) : 'scopes that are known after apply'] },
  ];
}

export const liveKey: Finding = {
  risk: 'live-key',
  words: ['is issued for the live platform'],
  detail: 'The key works on the live platform, not in the sandbox.',
};

/** @param why such as `Its tenant_id changes.` */
export function replacedKey(
  prior: HeldKeys & Reach,
  planned: Reach,
  isKnown: ReachIsKnown,
  { isForgotten, cannotRevoke, why = '' }: Removal & { readonly why?: string },
): readonly Finding[] {
  const reach = reachFindings(prior, planned, isKnown);
  const isUnlimited = reach.some(({ risk }) => risk === 'unrestricted-key');
  const issued = isUnlimited ? [] : issuedKey(planned, isKnown).map(({ warns, ...finding }) => finding);
  const fate = isForgotten ? forgotten : cannotRevoke ? '' : atOnce;
  return [
    {
      risk: 'key-rotated',
      words: [
        'is replaced by another key, ',
        isForgotten ? 'and the former one goes on working' : 'under another id',
      ],
      detail: `${why} ${fate}`.trim(),
      warns: true,
    },
    ...(isForgotten || cannotRevoke ? [] : [revoked(prior)]),
    ...reach,
    ...issued,
  ];
}

const forgotten =
  'The former key leaves the state. Revoke it on the platform when its holders have the new one.';

export function removedKey(prior: HeldKeys, { isForgotten, cannotRevoke }: Removal): readonly Finding[] {
  if (isForgotten || cannotRevoke) return [{ words: ['leaves the state, and goes on working'] }];
  return [{ ...revoked(prior), warns: true }];
}

/** A deletion revokes the current key and every earlier one that still works. */
function revoked(prior: HeldKeys): Finding {
  const earlier = earlierIds(prior).length;
  const also = earlier > 0 ? ` Earlier values that still work are revoked with it: ${earlier}.` : '';
  return { risk: 'key-revoked', words: ['is revoked at once'], detail: `Its holders then fail.${also}` };
}
