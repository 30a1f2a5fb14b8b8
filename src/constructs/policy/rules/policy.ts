import { normalizedHostPattern } from './hosts';
import type { SvcPolicyConfig } from './svc-policy-config';

export const ruleNames = [
  'forbidUnrestricted',
  'allowedScopes',
  'deniedScopes',
  'allowedTenants',
  'forbidLive',
  'allowedHosts',
  'requireRotation',
  'maxKeyAgeDays',
  'requireWriteOnlySecrets',
  'maxEvents',
] as const;

export type RuleName = (typeof ruleNames)[number];

/** Rules for the keys and endpoints of a stack, as data. A rule that is absent, or false, has no effect. */
export type Policy = { readonly [Rule in RuleName]?: SvcPolicyConfig[Rule] | undefined };

export function isRuleName(name: unknown): name is RuleName {
  return ruleNames.some(known => known === name);
}

/** A text in another form may be anything, also a secret. The form is the contract's, which constructs may not import. */
export const isScope = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/.test(text);

/** Longest age that the provider accepts. */
const longestAge = 3650;

/**
 * Reads a policy. A name that is no rule is an error: a misspelt rule would check nothing.
 *
 * @throws {Error} for the first error. The message begins with the path of the wrong part, such as `allowedHosts[1]`
 */
export function parsePolicy(json: unknown): Policy {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new Error(`A policy is an object with rules, and this is ${shown(json)}.`);
  }
  const stranger = Object.keys(json).find(name => !isRuleName(name));
  if (stranger !== undefined) {
    throw new Error(`${shown(stranger)}: This is no rule. The rules are ${ruleNames.join(', ')}.`);
  }
  const rules: { readonly [Rule in RuleName]?: unknown } = json;
  return {
    forbidUnrestricted: flag(rules.forbidUnrestricted, 'forbidUnrestricted'),
    allowedScopes: list(rules.allowedScopes, 'allowedScopes', scope),
    deniedScopes: list(rules.deniedScopes, 'deniedScopes', scope),
    allowedTenants: list(rules.allowedTenants, 'allowedTenants', tenant),
    forbidLive: flag(rules.forbidLive, 'forbidLive'),
    allowedHosts: list(rules.allowedHosts, 'allowedHosts', host),
    requireRotation: flag(rules.requireRotation, 'requireRotation'),
    maxKeyAgeDays: wholeNumber(rules.maxKeyAgeDays, 'maxKeyAgeDays', longestAge),
    requireWriteOnlySecrets: flag(rules.requireWriteOnlySecrets, 'requireWriteOnlySecrets'),
    maxEvents: wholeNumber(rules.maxEvents, 'maxEvents', Number.MAX_SAFE_INTEGER),
  };
}

/** Reads a policy from the text of a file. @throws {Error} for the first error */
export const readPolicy = (text: string): Policy => parsePolicy(parsedJson(text));

/** The message repeats nothing of the text: it may be any file. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error('It is no JSON.');
  }
}

function flag(value: unknown, path: string): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw new Error(`${path}: ${shown(value)} is neither true nor false.`);
}

function wholeNumber(value: unknown, path: string, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Error(`${path}: ${shown(value)} is no whole number from 1 to ${most}.`);
}

function list(
  value: unknown,
  path: string,
  read: (item: unknown, path: string) => string,
): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) throw new Error(`${path}: ${shown(value)} is no list.`);
  const items = value.map((item: unknown, index) => read(item, `${path}[${index}]`));
  return [...new Set(items)].sort();
}

function scope(value: unknown, path: string): string {
  if (isScope(value)) return value;
  throw new Error(`${path}: ${shown(value)} is no scope. Give its whole name, such as "alerts:read".`);
}

/** One visible word: a platform may have another prefix than `ten_` (paragraph 2.2). */
function tenant(value: unknown, path: string): string {
  if (typeof value === 'string' && /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(value)) return value;
  throw new Error(`${path}: ${shown(value)} is no tenant id. Give an id, such as "ten_acme".`);
}

function host(value: unknown, path: string): string {
  const pattern = typeof value === 'string' ? normalizedHostPattern(value) : undefined;
  if (pattern !== undefined) return pattern;
  throw new Error(
    `${path}: ${shown(value)} is no host. Give a host alone, such as "hooks.example.com", or "*.example.com" for all ` +
      'names below it.',
  );
}

/** Formats a value for a message: one line, limited length, no characters that a terminal would obey. */
export function shown(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return clean.length > 80 ? `${clean.slice(0, 80)}…` : clean;
}
