import {
  Invalid,
  InvalidOption,
  LoginRefused,
  LoginRequired,
  PlatformError,
  RateLimited,
  Unauthorized,
} from '../../client/errors';
import type { Explanation, Occasion } from '../../plugin/define/definition';
import { errorDescriptions } from './error-descriptions';
import { named } from './option-names';
import { Refused } from './refused';

/** Turns an error of a handler into a message for the user: summary, what happened, what to do next. */
export function explain(error: unknown, occasion: Occasion): Explanation {
  if (error instanceof Refused) {
    const { summary, message, next, providerWide } = error;
    return { summary, detail: `${message}\n\n${next}`, providerWide };
  }
  const description = errorDescriptions.find(([type]) => error instanceof type);
  if (!(error instanceof Error) || !description) return unforeseen(error, occasion);
  const [, summary, next] = description;
  const happened = error instanceof InvalidOption ? named(error).detail : error.message;
  return {
    summary: said(summary, error),
    detail: `${happened}\n\n${said(next, error)}`,
    providerWide: error instanceof PlatformError && error.affectsEveryCall,
    ...attributeAtFault(error, occasion),
  };
}

function said(words: string | ((error: Error) => string), error: Error): string {
  return typeof words === 'string' ? words : words(error);
}

/** Returns the attribute at fault: a setting of the provider, or the only field that the platform rejects. */
function attributeAtFault(error: Error, { action }: Occasion): Pick<Explanation, 'attribute'> {
  if (action === 'configure') return settingOf(error);
  if (!(error instanceof Invalid) || (action !== 'create' && action !== 'update')) return {};
  const [field] = error.fields.keys();
  return error.fields.size === 1 && field !== undefined ? { attribute: field } : {};
}

function settingOf(error: Error): Pick<Explanation, 'attribute'> {
  // The platform's rate limit is not a setting.
  if (error instanceof RateLimited) return {};
  if (error instanceof InvalidOption) {
    const { attribute } = named(error);
    return attribute === undefined ? {} : { attribute };
  }
  if (error instanceof LoginRequired || error instanceof LoginRefused) return { attribute: 'oauth' };
  return { attribute: error instanceof Unauthorized ? 'api_key' : 'base_url' };
}

/** Describes an unforeseen error by its class only: its message could hold anything. */
function unforeseen(error: unknown, { subject, action }: Occasion): Explanation {
  const kind = error instanceof Error ? error.name : typeof error;
  return {
    summary: 'Provider made a mistake',
    detail:
      `An unforeseen ${kind} happened at ${action} of ${subject}. This is a bug of the provider. ` +
      'Please report it.',
  };
}
