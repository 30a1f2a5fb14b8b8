import {
  Invalid,
  InvalidOption,
  LoginRefused,
  LoginRequired,
  PlatformError,
  Unauthorized,
} from '../client/errors';
import type { Explanation, Occasion } from '../plugin/define/definition';
import { CredentialChoice } from './credential';
import { meanings } from './meanings';

/** Turns what a handler threw into what the user reads: summary, what happened, what next. */
export function explain(error: unknown, occasion: Occasion): Explanation {
  const words = meanings.find(([type]) => error instanceof type)?.[1];
  if (!(error instanceof Error) || !words) return unforeseen(error, occasion);
  return {
    summary: words.summary,
    detail: `${error.message}\n\n${typeof words.next === 'string' ? words.next : words.next(error)}`,
    providerWide: error instanceof PlatformError && error.affectsEveryCall,
    ...placeOf(error, occasion),
  };
}

const environmentVariable = /^[A-Z_]+$/;

/** The attribute at fault: a setting of the provider, or the one field that the platform faults. */
function placeOf(error: Error, { action }: Occasion): Pick<Explanation, 'attribute'> {
  if (error instanceof CredentialChoice) return {};
  if (error instanceof InvalidOption && environmentVariable.test(error.option)) return {};
  if (action === 'configure' && (error instanceof LoginRequired || error instanceof LoginRefused)) {
    return { attribute: 'oauth' };
  }
  if (action === 'configure')
    return error instanceof Unauthorized ? { attribute: 'api_key' } : { attribute: 'base_url' };
  if (!(error instanceof Invalid) || (action !== 'create' && action !== 'update')) return {};
  const [field] = error.fields.keys();
  return error.fields.size === 1 && field !== undefined ? { attribute: field } : {};
}

/** Only the kind of an unforeseen error is shown: its message could hold anything. */
function unforeseen(error: unknown, { subject, action }: Occasion): Explanation {
  const kind = error instanceof Error ? error.name : typeof error;
  return {
    summary: 'Provider made a mistake',
    detail: `An unforeseen ${kind} happened at ${action} of ${subject}. This is a bug of the provider: please report it.`,
  };
}
