import { normalizedHostPattern } from './hosts';
import type { SvcPolicyConfig } from './svc-policy-config';

export type RuleName = Exclude<keyof SvcPolicyConfig, 'onViolation'>;

/** Rules for the keys and endpoints of a stack, as data. A rule that is absent, or false, has no effect. */
export type Policy = { readonly [Rule in RuleName]?: SvcPolicyConfig[Rule] | undefined };

/** How each rule is read. An error begins with the path of the wrong part, such as `allowedHosts[1]`. */
const readers = {
  forbidUnrestricted: flag,
  allowedScopes: listOf(scope),
  deniedScopes: listOf(scope),
  allowedTenants: listOf(tenant),
  forbidLive: flag,
  allowedHosts: listOf(host),
  requireRotation: flag,
  // The longest age that the provider accepts.
  maxKeyAgeDays: wholeNumberTo(3650),
  requireWriteOnlySecrets: flag,
  maxEvents: wholeNumberTo(Number.MAX_SAFE_INTEGER),
} satisfies { readonly [Rule in RuleName]: (value: unknown, path: string) => SvcPolicyConfig[Rule] };

export const ruleNames: readonly string[] = Object.keys(readers);

/** A text in another form may be anything, also a secret. The form is the contract's, which constructs may not import. */
export const isScope = (text: unknown): text is string =>
  typeof text === 'string' && /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/.test(text);

/**
 * Reads a policy. A name that is no rule is an error: a misspelt rule would check nothing.
 *
 * @throws {Error} for the first error
 */
export function parsePolicy(json: unknown): Policy {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error(`A policy is an object with rules, and this is ${shown(json)}.`);
  const stranger = Object.keys(json).find(name => !ruleNames.includes(name));
  if (stranger !== undefined)
    throw new Error(`${shown(stranger)}: This is no rule. The rules are ${ruleNames.join(', ')}.`);
  const rules = Object.entries(readers).flatMap(([rule, read]) => {
    const value: unknown = Reflect.get(json, rule);
    return value === undefined ? [] : [[rule, read(value, rule)] as const];
  });
  // Each rule has what its own reader gives, which no loop can tell the compiler.
  return Object.fromEntries(rules) as Policy;
}

export const readPolicy = (text: string): Policy => parsePolicy(parsedJson(text));

/** The message repeats nothing of the text: it may be any file. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error('It is no JSON.');
  }
}

function flag(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new Error(`${path}: ${shown(value)} is neither true nor false.`);
}

function wholeNumberTo(most: number) {
  return (value: unknown, path: string): number => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new Error(`${path}: ${shown(value)} is no whole number from 1 to ${most}.`);
  };
}

function listOf(read: (item: unknown, path: string) => string) {
  return (value: unknown, path: string): string[] => {
    if (!Array.isArray(value)) throw new Error(`${path}: ${shown(value)} is no list.`);
    const items = value.map((item: unknown, index) => read(item, `${path}[${index}]`));
    return [...new Set(items)].sort();
  };
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
