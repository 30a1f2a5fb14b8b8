import {
  afterApply,
  type Finding,
  forgottenObject,
  goesOn,
  type IsKnown,
  type Stays,
  type Values,
} from './finding';
import { earlierIds, type HeldKeys } from './held-keys';
import { atOnce, type KeyChanges, rotationFindings } from './key-values';
import type { Severity } from './names';
import {
  mayBeUnlimited,
  type Reach,
  type ReachIsKnown,
  reachFindings,
  reachOfNextValue,
  scopesOf,
  unlimited,
} from './reach';

/** Returns what a plan says of a key that it issues. */
export function issuedKey(reach: Reach & Bound, isKnown: ReachIsKnown): readonly Finding[] {
  const severity = isKnown('scopes') ? severityOfScopes(reach.scopes ?? []) : 'high';
  return reachOfNew('issued', reach, isKnown, { risk: 'key-issued', severity, detail: needed });
}

/** Returns what a plan says of a key that it imports. It was there before, and becomes one of this configuration. */
export function importedKey(reach: Reach & Bound): readonly Finding[] {
  const severity = severityOfScopes(reach.scopes ?? []) === 'high' ? 'high' : 'medium';
  return reachOfNew('imported', reach, () => true, { risk: 'key-imported', severity, detail: needed });
}

const needed = 'Who has its value may do this. Check that somebody needs it.';

/** Some data is worth more than other data, also to read. */
const worthMore = ['identity:read', 'compliance:read', 'incident:read'];

/** A key that only reads is a small risk. */
function severityOfScopes(scopes: readonly string[]): Severity {
  if (scopes.length === 0 || !scopes.every(scope => scope.endsWith(':read'))) return 'high';
  return scopes.some(scope => worthMore.includes(scope)) ? 'medium' : 'low';
}

function reachOfNew(
  verb: 'issued' | 'imported',
  { scopes, unrestricted, tenant_id }: Reach & Bound,
  isKnown: ReachIsKnown,
  judged: Omit<Finding, 'words'> = {},
): readonly Finding[] {
  if (unrestricted) return [unlimited(`is ${verb} without limits`)];
  const may = isKnown('unrestricted') ? [] : [mayBeUnlimited(`may be ${verb} without limits`)];
  const isWhole = scopes !== undefined && isKnown('scopes');
  const what = [`is ${verb} with `, isWhole ? scopesOf(scopes) : 'unknown scopes'];
  return [...may, { ...judged, words: tenant_id ? [...what, ' for tenant ', tenantOf(tenant_id)] : what }];
}

/** Returns what a plan says of a key that it changes in place. */
export function changedKey(
  prior: HeldKeys & Reach & Titled,
  planned: Reach & Titled,
  isKnown: ReachIsKnown & IsKnown<'name'>,
  changes: KeyChanges,
  stays: Stays,
): readonly Finding[] {
  const reach = reachFindings(prior, planned, isKnown);
  return [
    ...renamedKey(prior, planned, isKnown, changes.issues),
    ...(changes.issues ? reachOfNextValue(reach) : reach),
    ...rotationFindings(prior, changes, stays === true),
    ...(stays !== false && changes.revokes.length > 0 ? [leftKey(prior, stays)] : []),
  ];
}

/** @param why such as `Its tenant_id changes.` */
export function replacedKey(
  prior: HeldKeys & Reach,
  planned: Reach,
  isKnown: ReachIsKnown,
  { stays, why = '' }: { readonly stays: Stays; readonly why?: string },
): readonly Finding[] {
  const changes = reachFindings(prior, planned, isKnown);
  // A key that stays loses nothing.
  const reach = stays === true ? reachOfNextValue(changes) : changes;
  const isUnlimited = reach.some(({ risk }) => risk === 'unrestricted-key');
  const issued = isUnlimited ? [] : reachOfNew('issued', planned, isKnown);
  return [
    {
      risk: 'key-rotated',
      words: [
        'is replaced by another key, ',
        stays === true ? 'and the former one goes on working' : 'under another id',
      ],
      detail: `${why} ${stays === true ? forgotten : atOnce}`.trim(),
      warns: true,
    },
    ...endOf(prior, stays),
    ...reach,
    // The replacement warns of it.
    ...issued.map(({ warns, ...finding }) => finding),
  ];
}

type Titled = Readonly<{ name?: string | undefined }>;

/**
 * Returns whether a key gets another name, and keeps its value. People know a key by its name.
 *
 * @param isRotated true if the next value alone has the name
 */
export function renamedKey(
  prior: Titled,
  { name }: Titled,
  isKnown: IsKnown<'name'>,
  isRotated: boolean,
): readonly Finding[] {
  const risk = 'key-renamed';
  if (!isKnown('name')) return [{ risk, words: ['may be renamed'], detail: afterApply('name') }];
  if (name === undefined || name === prior.name) return [];
  const value = isRotated ? ', with its next value' : '; its value goes on working';
  const words = ['is renamed to ', { attribute: 'name', values: [name] }, value];
  return [{ risk, words, detail: sameHolders, warns: true }];
}

const sameHolders =
  'Who has its value is the same as before. If a list of `count` has lost an element, all names after it move up, and the ' +
  'value of the last one is revoked: use `for_each`.';

type Bound = Readonly<{ tenant_id?: string | undefined }>;

const tenantOf = (tenant: string): Values => ({ attribute: 'tenant_id', values: [tenant] });

/** Returns whether a key is bound to another tenant. The platform then issues another key. */
export function tenantFindings(
  prior: Bound,
  { tenant_id }: Bound,
  isKnown: IsKnown<'tenant_id'>,
): readonly Finding[] {
  const risk = 'tenant-changed';
  if (!isKnown('tenant_id'))
    return [{ risk, words: ['may be bound to another tenant'], detail: afterApply('tenant_id') }];
  if (tenant_id === undefined || tenant_id === prior.tenant_id) return [];
  const words = ['is bound to another tenant: ', tenantOf(tenant_id)];
  const detail = 'Its scopes reach the data of that tenant. Check that its holders should.';
  return [{ risk, words, detail }];
}

const forgotten =
  'The former key leaves the state. Revoke it on the platform when its holders have the new one.';

export const removedKey = (prior: HeldKeys & Reach, stays: Stays): readonly Finding[] =>
  endOf(prior, stays).map(finding =>
    finding.risk === 'key-revoked' ? { ...finding, warns: true } : finding,
  );

/** What becomes of the key of a removal, or of the former one of a replacement. */
const endOf = (prior: HeldKeys & Reach, stays: Stays): readonly Finding[] => [
  ...(stays === true ? [] : [revoked(prior)]),
  ...(stays === false ? [] : [leftKey(prior, stays)]),
];

/** A key that goes on working, and that no state has any more. */
function leftKey({ scopes = [], unrestricted }: Reach, stays: Stays): Finding {
  if (!unrestricted)
    return forgottenObject(
      stays,
      ['working with ', scopesOf(scopes)],
      severityOfScopes(scopes) === 'high' ? 'high' : 'medium',
    );
  return {
    risk: 'unrestricted-key',
    words: [goesOn(stays), 'working without limits, and no plan shows it any more'],
    detail: 'Revoke the key on the platform, unless another stack manages it.',
  };
}

/** A deletion revokes the current key and every earlier one that still works. */
function revoked(prior: HeldKeys): Finding {
  const earlier = earlierIds(prior).length;
  const also = earlier > 0 ? ` Earlier values that still work are revoked with it: ${earlier}.` : '';
  return { risk: 'key-revoked', words: ['is revoked at once'], detail: `Its holders then fail.${also}` };
}
