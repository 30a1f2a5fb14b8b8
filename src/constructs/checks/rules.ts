import { type Flaw, flawOf, parsed, unsafetyOf, withCredentials, withQuery } from '../addresses/address';
import type { Problem, Rule } from './problem';
import { at, isUnresolved, plainText } from './values';

/**
 * Requires HTTPS, or plain HTTP for loopback hosts (paragraph 5, rule 2), and no credentials. The message does not
 * repeat the address: its path may contain a token.
 *
 * @internal
 */
export function httpsUrl(attribute: string): Rule {
  return attributes => {
    const value = at(attributes, ...attribute.split('.'));
    if (typeof value !== 'string') return undefined;
    const text = plainText(value);
    const flaw = text === undefined ? credentialsBeside(value) : (unsafetyOf(text) ?? flawOf(text));
    return flaw && { attribute, found: flaw.found, remedy: flaw.remedy };
  };
}

/** Only Terraform knows what a reference adds: it may be a scheme, or a path with @ in it. */
function credentialsBeside(value: string): Flaw | undefined {
  const url = parsed(value.replace(/\$\{[^{}]*\}/g, '$'));
  const isWithout = url === undefined || (url.password === '' && /^\$?$/.test(url.username));
  return isWithout ? undefined : withCredentials;
}

/**
 * Refuses a query or fragment: paths of operations are appended to this address.
 *
 * @internal
 */
export function withoutQuery(attribute: string): Rule {
  return matching(attribute, /^[^?#]*$/, withQuery.found, withQuery.remedy);
}

/** @internal */
export function matching(attribute: string, pattern: RegExp, found: string, remedy: string): Rule {
  return onText(attribute, text => (pattern.test(text) ? undefined : { attribute, found, remedy }));
}

/** @internal */
export function oneOf(attribute: string, choices: readonly string[]): Rule {
  const names = choices.map(choice => `"${choice}"`).join(', ');
  return onText(attribute, text => {
    if (choices.includes(text)) return undefined;
    return { attribute, found: `"${text}" is not a valid choice.`, remedy: `Give one of ${names}.` };
  });
}

function onText(attribute: string, check: (text: string) => Problem | undefined): Rule {
  return ({ [attribute]: value }) => {
    const text = plainText(value);
    return text === undefined ? undefined : check(text);
  };
}

/**
 * Requires each name of a list to be one of the choices.
 *
 * @param found what is wrong with any other name: the rest of a sentence that begins with it
 * @internal
 */
export function eachOneOf(attribute: string, choices: readonly string[], found: string): Rule {
  return ({ [attribute]: names }) => {
    const texts = Array.isArray(names) && !isUnresolved(names) ? names.map(plainText) : [];
    const wrong = texts.find(text => text !== undefined && !choices.includes(text));
    if (wrong === undefined) return undefined;
    return { attribute, found: `"${wrong}" ${found}`, remedy: `Possible values: ${choices.join(', ')}.` };
  };
}

/** @internal */
export function notEmpty(attribute: string, remedy: string): Rule {
  return ({ [attribute]: value }) =>
    value === undefined || (Array.isArray(value) && value.length === 0)
      ? { attribute, found: 'The list is empty.', remedy }
      : undefined;
}

/**
 * Requires a number within limits (inclusive).
 *
 * @param attribute path of the attribute, with steps separated by dots
 * @internal
 */
export function within(attribute: string, least: number, most: number, remedy: string): Rule {
  return attributes => {
    const value = at(attributes, ...attribute.split('.'));
    if (typeof value !== 'number' || isUnresolved(value)) return undefined;
    if (value >= least && value <= most) return undefined;
    return { attribute, found: `${value} is too ${value < least ? 'small' : 'large'}.`, remedy };
  };
}
