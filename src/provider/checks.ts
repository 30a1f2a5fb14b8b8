import { isClientId, knownEventTypes, knownScopes } from '../client';
import { eventForm, scopeForm } from '../client/contract/catalogue';
import { identifierFault } from '../client/contract/decode';
import { baseFlawOf, type Flaw, receiverFlawOf, unsafetyOf } from '../constructs/addresses/address';
import { didYouMean } from '../constructs/checks/did-you-mean';
import { doubtful, invalid } from '../plugin/define/attribute';
import type { Check, CheckFinding, Demand } from '../plugin/define/schema-types';
import { printable, shortened } from '../words/printable';

/** Adds to a check what bindings repeat of it. */
export const demanding = <Plain>(demand: Demand, check: Check<Plain>): Check<Plain> =>
  Object.assign(check, { demand });

const errorUnless = (isRight: boolean, summary: string, detail: string): readonly CheckFinding[] =>
  isRight ? [] : [invalid(summary, detail)];

const addressCheck = (
  summary: string,
  address: 'any' | 'base',
  flawIn: (address: string) => Flaw | undefined,
): Check<string> =>
  demanding({ address }, text => {
    const { found, remedy, holdsSecret = false } = flawIn(text) ?? {};
    return found === undefined ? [] : [{ ...invalid(summary, `${found} ${remedy}`), holdsSecret }];
  });

export const endpointUrl = addressCheck('Invalid endpoint address', 'any', unsafetyOf);
export const receiverUrl = addressCheck('Invalid address of a receiver', 'any', receiverFlawOf);
export const baseUrl = addressCheck('Invalid platform address', 'base', baseFlawOf);

/**
 * Checks the format of an API key (paragraph 2.4). Another format is only a warning: a platform with newer keys must lock
 * nobody out. The message never repeats the value.
 */
export const apiKeyForm: Check<string> = key => {
  if (/^svc_(live|test)_[A-Za-z0-9]{32}$/.test(key)) return [];
  const form = 'svc_live_ or svc_test_ followed by 32 letters and digits';
  const advice = 'Check that it was copied whole, without quotes, spaces or a line break.';
  const detail = `An API key is ${form}. ${advice}`;
  return /^[\x21-\x7e]+$/.test(key)
    ? [doubtful('Unknown form of API key', `${detail} If the platform accepts the key, ignore this warning.`)]
    : [invalid('Malformed API key', `A header cannot carry this value. ${detail}`)];
};

export const clientIdForm: Check<string> = id => {
  const detail = 'A client identifier has at most 200 characters: letters, digits and . _ ~ : @ -';
  return errorUnless(isClientId(id), 'Invalid client identifier', detail);
};

/** Checks a tenant's id (paragraph 2.2). Another prefix than the document's is only a warning. */
export const tenantId: Check<string> = demanding({ isReadable: true }, id => {
  if (/^ten_[A-Za-z0-9_-]+$/.test(id)) return [];
  const isPossible = id.trim() !== '' && identifierFault(id) === undefined;
  const advice = 'Tenant ids begin with ten_. The data source svc_tenants lists them.';
  return isPossible
    ? [doubtful('Unknown form of tenant id', `"${inOneLine(id)}" may not be a tenant id. ${advice}`)]
    : [invalid('Invalid tenant id', `"${inOneLine(id)}" is not a tenant id. ${advice}`)];
});

/** Checks text that a person reads on the platform: not empty, no control characters. */
export const readableText = (summary: string): Check<string> =>
  demanding({ isReadable: true }, text => {
    if (text.trim() === '') return [invalid(summary, 'It must not be empty.')];
    const detail = 'It must not contain control characters or line breaks.';
    return errorUnless(!/\p{Cc}/u.test(text), summary, detail);
  });

export const signingSecret: Check<string> = secret => {
  const detail = 'With an empty secret, anybody could sign deliveries. Give a random one.';
  return errorUnless(secret !== '', 'Empty signing secret', detail);
};

/**
 * Checks a whole number within limits, both included. Every number needs an upper limit: a date or a timer out of range would fail in
 * the middle of an apply.
 */
export const wholeNumber = (
  summary: string,
  { from, to }: NonNullable<Demand['range']>,
  unit: string,
): Check<number> =>
  demanding({ range: { from, to } }, value => {
    const isWithin = Number.isSafeInteger(value) && value >= from && value <= to;
    return errorUnless(isWithin, summary, `It must be a whole number of ${unit} from ${from} to ${to}.`);
  });

/** A fraction is for the limits of a minute, which several jobs share. */
export const requestRate: Check<number> = rate => {
  const detail = 'It must be a number of requests from 0.01 to 1000.';
  return errorUnless(rate >= 0.01 && rate <= 1000, 'Invalid request rate', detail);
};

/**
 * Checks a set of names, some of which are known. The platform may have more names than its document, so an unknown
 * name is a warning. An invalid name is an error.
 */
export const namesFrom = (kind: string, known: readonly string[], form: RegExp): Check<readonly string[]> =>
  demanding({ names: { known, form: form.source } }, names => {
    if (names.length === 0)
      return [invalid(`No ${kind}`, `Name at least one ${kind}. Known are: ${known.join(', ')}.`)];
    return names.filter(name => !known.includes(name)).map(name => strangeName(kind, name, known, form));
  });

export const eventTypes = namesFrom('event type', knownEventTypes, eventForm);

export const scopeNames = namesFrom('scope', knownScopes, scopeForm);

function strangeName(kind: string, name: string, known: readonly string[], form: RegExp): CheckFinding {
  const shown = inOneLine(name);
  const suggestion = didYouMean(name, known);
  if (!form.test(name))
    return invalid(`Malformed ${kind} "${shown}"`, `${suggestion}Known are: ${known.join(', ')}.`);
  return doubtful(
    `Unknown ${kind} "${shown}"`,
    `${suggestion}The platform's document does not name it. If the platform accepts it, ignore this warning.`,
  );
}

/** Formats text of the user for a message: one line, limited length. */
const inOneLine = (text: string) => shortened(printable(text), 80);
