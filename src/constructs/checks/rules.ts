import { valueAt } from '../origins/access';
import { literal as constantText, hasCredentials, type Value } from '../origins/value';
import type { Finding, Rule } from './finding';
import { at, isUnresolved } from './values';

/**
 * Returns a string as it will be in the configuration; undefined for a value that only Terraform knows.
 *
 * @internal
 */
export function literal(value: unknown): string | undefined {
  if (typeof value !== 'string' || isUnresolved(value)) return undefined;
  return /(?<!\$)\$\{/.test(value) ? undefined : value;
}

/**
 * Fast path: plain https URLs need no parsing. The host has plain names, the last of which is not a number; the
 * path is plain.
 */
const plainAddress = /^https:\/\/(?:[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.)+[a-z]+(?:\/[\w./~-]*)?$/;

/**
 * Requires HTTPS, or plain HTTP for loopback hosts (paragraph 5, rule 2). The message does not repeat the address:
 * its path may contain a token.
 *
 * @internal
 */
export function httpsUrl(attribute: string): Rule {
  const [first = attribute, ...steps] = attribute.split('.');
  return {
    reads: [first],
    check: ({ [first]: argument }, originOf) => {
      const value = at(argument, ...steps);
      // No token matches this pattern either, and asking cdktf takes longer.
      if (typeof value === 'string' && plainAddress.test(value)) return undefined;
      const text = literal(value);
      if (text !== undefined) return addressFault(attribute, text);
      const known = value ?? argument;
      if (known === undefined || known === null || isUnresolved(known)) return undefined;
      const origin = originOf(known);
      return followedFault(attribute, value === undefined ? partOf(origin, steps) : origin);
    },
  };
}

const partOf = (whole: Value, steps: readonly string[]): Value =>
  steps.reduce((part, step) => valueAt(part, constantText(undefined, step)), whole);

/** Reports only unsafe values of a reference: a default that is no URL may be meant to be replaced. */
function followedFault(attribute: string, value: Value): Finding | undefined {
  for (const choice of value.kind === 'either' ? value.choices : [value]) {
    const text = choice.kind === 'literal' && typeof choice.constant === 'string' ? choice.constant : '';
    const fault = parsed(text) === undefined ? undefined : addressFault(attribute, text);
    const found = fault ?? (hasCredentials(choice) ? credentialsIn(attribute) : undefined);
    const place = choice.kind === 'literal' ? choice.place : undefined;
    if (found !== undefined && place === undefined) return found;
    if (found !== undefined) return { ...found, found: `${found.found} It comes from ${place}.` };
  }
  return undefined;
}

function addressFault(attribute: string, text: string): Finding | undefined {
  const url = parsed(text);
  const found = url === undefined ? 'The value is not a URL.' : withoutHttps(url);
  if (found !== undefined) {
    return {
      attribute,
      found,
      remedy: 'Give an absolute https:// address (http:// is accepted only for loopback hosts).',
    };
  }
  return url?.username || url?.password ? credentialsIn(attribute) : undefined;
}

function credentialsIn(attribute: string): Finding {
  return {
    attribute,
    found: 'The URL contains a user name or a password, which plan and state would show.',
    remedy: 'Give the URL without them.',
  };
}

/**
 * Refuses a query or fragment: paths of operations are appended to this address.
 *
 * @internal
 */
export function withoutQuery(attribute: string): Rule {
  return onText(attribute, text =>
    /[?#]/.test(text)
      ? {
          attribute,
          found: 'The address has a query or a fragment.',
          remedy: 'Give only its scheme, host and path.',
        }
      : undefined,
  );
}

/** @param attribute path of the attribute, with steps separated by dots */
function onText(attribute: string, check: (text: string) => Finding | undefined): Rule {
  const steps = attribute.split('.');
  return {
    reads: steps.slice(0, 1),
    check: attributes => {
      const text = literal(at(attributes, ...steps));
      return text === undefined ? undefined : check(text);
    },
  };
}

/** Parses once. `URL.canParse` first would double the cost, and parsing is half the cost of checking an endpoint. */
function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function withoutHttps({ protocol, hostname }: URL): string | undefined {
  if (protocol === 'https:') return undefined;
  if (protocol !== 'http:') return `The scheme ${protocol} is not HTTPS.`;
  return isLoopback(hostname) ? undefined : `Plain HTTP would be used for the host ${hostname}.`;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @internal */
export function notEmpty(attribute: string, remedy: string): Rule {
  return {
    reads: [attribute],
    check: ({ [attribute]: value }) =>
      Array.isArray(value) && value.length === 0
        ? { attribute, found: 'The list is empty.', remedy }
        : undefined,
  };
}

/** @internal */
export function oneOf(attribute: string, choices: readonly string[]): Rule {
  return onText(attribute, text => {
    if (choices.includes(text)) return undefined;
    const names = choices.map(choice => `"${choice}"`).join(', ');
    return { attribute, found: `"${text}" is not a valid choice.`, remedy: `Give one of ${names}.` };
  });
}

/**
 * Requires each name of a list to be one of the choices.
 *
 * @param found what is wrong with any other name: the rest of a sentence that begins with it
 * @internal
 */
export function eachOneOf(attribute: string, choices: readonly string[], found: string): Rule {
  return {
    reads: [attribute],
    check: ({ [attribute]: names }) => {
      const texts = Array.isArray(names) && !isUnresolved(names) ? names.map(literal) : [];
      const wrong = texts.find(text => text !== undefined && !choices.includes(text));
      if (wrong === undefined) return undefined;
      return { attribute, found: `"${wrong}" ${found}`, remedy: `Possible values: ${choices.join(', ')}.` };
    },
  };
}

/** @internal */
export function matching(attribute: string, pattern: RegExp, found: string, remedy: string): Rule {
  return onText(attribute, text => (pattern.test(text) ? undefined : { attribute, found, remedy }));
}

/**
 * Requires a number within limits (inclusive).
 *
 * @param attribute path of the attribute, with steps separated by dots
 * @internal
 */
export function within(attribute: string, least: number, most: number, remedy: string): Rule {
  const steps = attribute.split('.');
  return {
    reads: steps.slice(0, 1),
    check: attributes => {
      const value = at(attributes, ...steps);
      if (typeof value !== 'number' || isUnresolved(value)) return undefined;
      if (value >= least && value <= most) return undefined;
      return { attribute, found: `${value} is too ${value < least ? 'small' : 'large'}.`, remedy };
    },
  };
}
