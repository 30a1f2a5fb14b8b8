import type { Attributes, Rule } from './problem';
import { isUnresolved } from './values';

/**
 * Requires scopes or `unrestricted: true`. A key without scopes may do everything, so the platform's default is
 * dangerous (paragraph 5.1: "may be limited to one or more scopes; none is required").
 *
 * @internal
 */
export const saysWhetherItIsRestricted: Rule = attributes => {
  if (hasScopes(attributes) || mayBeTrue(attributes.unrestricted)) return undefined;
  return {
    attribute: 'scopes',
    found: 'No scopes are given, and a key without scopes may do everything.',
    remedy: 'Name the scopes the key needs, for example ApiScope.ALERTS_READ, or set unrestricted to true.',
  };
};

/** @internal */
export const isNotBothScopedAndUnrestricted: Rule = attributes => {
  if (!hasScopes(attributes) || attributes.unrestricted !== true) return undefined;
  return {
    attribute: 'unrestricted',
    found: 'The key has scopes and is unrestricted as well.',
    remedy: 'To limit the key to its scopes, leave out unrestricted. Otherwise leave out the scopes.',
  };
};

function hasScopes({ scopes }: Attributes): boolean {
  return Array.isArray(scopes) ? scopes.length > 0 : scopes !== undefined && scopes !== null;
}

/** The provider checks values that only Terraform knows. */
function mayBeTrue(value: unknown): boolean {
  return value === true || typeof value === 'string' || isUnresolved(value);
}
