import { normalizedHostPattern } from './hosts';
import { isRuleName, type Policy, ruleNames } from './policy';

/**
 * An error in a policy. The message begins with the path of the wrong part.
 *
 * @internal
 */
export class InvalidPolicy extends Error {
  public override readonly name = 'InvalidPolicy';

  /** @param path of the wrong part, for example `allowedHosts[1]`; empty for the policy itself */
  public constructor(
    public readonly path: string,
    what: string,
  ) {
    super(path === '' ? what : `${path}: ${what}`);
  }
}

/** Longest age that the provider accepts. */
const longestAge = 3650;
const scopeForm = /^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/;

/**
 * Reads a policy, for example from JSON. A name that is no rule is an error: a misspelt rule would check nothing.
 *
 * @throws InvalidPolicy for the first error
 * @internal
 */
export function parsePolicy(json: unknown): Policy {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new InvalidPolicy('', `A policy is an object with rules, and this is ${shown(json)}.`);
  }
  for (const name of Object.keys(json)) {
    if (!isRuleName(name)) {
      throw new InvalidPolicy(shown(name), `This is no rule. The rules are ${ruleNames.join(', ')}.`);
    }
  }
  const rules = new Map<string, unknown>(Object.entries(json));
  const read = <T>(name: string, reader: (value: unknown, path: string) => T): T | undefined => {
    const value = rules.get(name);
    return value === undefined ? undefined : reader(value, name);
  };
  return {
    forbidUnrestricted: read('forbidUnrestricted', flag),
    allowedScopes: read('allowedScopes', listOf(scope)),
    allowedHosts: read('allowedHosts', listOf(host)),
    requireRotation: read('requireRotation', flag),
    maxKeyAgeDays: read('maxKeyAgeDays', wholeNumber(longestAge, 'days')),
    requireWriteOnlySecrets: read('requireWriteOnlySecrets', flag),
    maxEvents: read('maxEvents', wholeNumber(Number.MAX_SAFE_INTEGER, 'event types')),
  };
}

function flag(value: unknown, path: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new InvalidPolicy(path, `${shown(value)} is neither true nor false.`);
}

function wholeNumber(most: number, unit: string): (value: unknown, path: string) => number {
  return (value, path) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
    throw new InvalidPolicy(path, `${shown(value)} is no whole number of ${unit} from 1 to ${most}.`);
  };
}

function listOf(
  reader: (value: unknown, path: string) => string,
): (value: unknown, path: string) => string[] {
  return (value, path) => {
    if (!Array.isArray(value)) throw new InvalidPolicy(path, `${shown(value)} is no list.`);
    const items = value.map((item: unknown, index) => reader(item, `${path}[${index}]`));
    return [...new Set(items)].sort();
  };
}

function scope(value: unknown, path: string): string {
  if (typeof value === 'string' && scopeForm.test(value)) return value;
  throw new InvalidPolicy(path, `${shown(value)} is no scope. Give its whole name, such as "alerts:read".`);
}

function host(value: unknown, path: string): string {
  const pattern = typeof value === 'string' ? normalizedHostPattern(value) : undefined;
  if (pattern !== undefined) return pattern;
  throw new InvalidPolicy(
    path,
    `${shown(value)} is no host. Give a host alone, such as "hooks.example.com", or "*.example.com" for all names ` +
      'below it.',
  );
}

/** Formats a value for a message: one line, limited length, no characters that a terminal would obey. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value);
  const clean = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
  return clean.length > 80 ? `${clean.slice(0, 80)}…` : clean;
}
