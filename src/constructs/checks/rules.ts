import { Token } from 'cdktf';
import type { Rule } from './finding';
import { at } from './values';

/**
 * A string as it will stand in the configuration; undefined for what only Terraform will know.
 *
 * @internal
 */
export function literal(value: unknown): string | undefined {
  if (typeof value !== 'string' || Token.isUnresolved(value)) return undefined;
  return /(?<!\$)\$\{/.test(value) ? undefined : value;
}

/**
 * HTTPS everywhere, plain HTTP for loopback hosts alone (paragraph 5, rule 2). The address itself is not
 * repeated: it may carry a token in its path.
 *
 * @internal
 */
export function httpsUrl(attribute: string): Rule {
  return attributes => {
    const text = literal(attributes[attribute]);
    if (text === undefined) return undefined;
    const remedy = 'Give an absolute https:// address (http:// is accepted for loopback hosts alone).';
    if (!URL.canParse(text)) return { attribute, found: 'The value is not a URL.', remedy };
    const url = new URL(text);
    if (url.protocol === 'https:') return withoutCredentials(attribute, url);
    if (url.protocol !== 'http:')
      return { attribute, found: `The scheme ${url.protocol} is not HTTPS.`, remedy };
    if (isLoopback(url.hostname)) return withoutCredentials(attribute, url);
    return { attribute, found: `Plain HTTP would be used for the host ${url.hostname}.`, remedy };
  };
}

/**
 * Paths of operations are put after it, so nothing may follow its own path.
 *
 * @internal
 */
export function baseUrl(attribute: string): Rule {
  return attributes => {
    const text = literal(attributes[attribute]);
    if (text === undefined || !/[?#]/.test(text)) return httpsUrl(attribute)(attributes);
    return {
      attribute,
      found: 'The address has a query or a fragment.',
      remedy: 'Give its scheme, host and path alone.',
    };
  };
}

function withoutCredentials(attribute: string, url: URL): ReturnType<Rule> {
  if (url.username === '' && url.password === '') return undefined;
  return {
    attribute,
    found: 'The URL carries a user name or a password, which would stand readable in plan and state.',
    remedy: 'Give the URL without them.',
  };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @internal */
export function notEmpty(attribute: string, remedy: string): Rule {
  return attributes => {
    const value = attributes[attribute];
    if (!Array.isArray(value) || value.length > 0) return undefined;
    return { attribute, found: 'The list is empty.', remedy };
  };
}

/** @internal */
export function oneOf(attribute: string, choices: readonly string[]): Rule {
  return attributes => {
    const text = literal(attributes[attribute]);
    if (text === undefined || choices.includes(text)) return undefined;
    const names = choices.map(choice => `"${choice}"`).join(', ');
    return { attribute, found: `"${text}" is not a choice.`, remedy: `Give one of ${names}.` };
  };
}

/** @internal */
export function matching(attribute: string, pattern: RegExp, found: string, remedy: string): Rule {
  return attributes => {
    const text = literal(attributes[attribute]);
    return text === undefined || pattern.test(text) ? undefined : { attribute, found, remedy };
  };
}

/**
 * @param attribute path of the attribute, its steps parted by dots
 * @internal
 */
export function atLeast(attribute: string, least: number, remedy: string): Rule {
  return attributes => {
    const value = at(attributes, ...attribute.split('.'));
    if (typeof value !== 'number' || Token.isUnresolved(value) || value >= least) return undefined;
    return { attribute, found: `${value} is too small.`, remedy };
  };
}
