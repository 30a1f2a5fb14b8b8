import { type ErrorKind, InvalidOption, isKind, PlatformError, UnusableLogins } from '../../client';
import type { Explanation, Occasion } from '../../plugin/define/definition';
import { MistypedValue } from '../../plugin/values/from-plain';
import { errorDescriptions, settingAtFault } from './error-descriptions';
import { Refused } from './refused';

/** Turns an error of a handler into a message for the user: summary, what happened, what to do next. */
export function explain(error: unknown, occasion: Occasion): Explanation {
  if (error instanceof PlatformError) return ofCall(error, occasion);
  if (error instanceof Refused) {
    const { summary, message, next, providerWide } = error;
    return { summary, detail: `${message}\n\n${next}`, providerWide };
  }
  if (error instanceof UnusableLogins) return { summary: 'Login cannot be used', detail: error.message };
  if (error instanceof InvalidOption) {
    const next = 'Correct the provider block or the environment variable.';
    return { summary: 'Invalid provider configuration', detail: `${error.message}\n\n${next}` };
  }
  return mistake(error, occasion);
}

function ofCall<Kind extends ErrorKind>(error: PlatformError<Kind>, occasion: Occasion): Explanation {
  const { kind, facts, message, affectsEveryCall: providerWide } = error;
  const [summary, next] = errorDescriptions[kind];
  const isConfiguring = occasion.action === 'configure';
  const attribute = isConfiguring ? settingAtFault(kind, facts.operation) : fieldAtFault(error, occasion);
  return {
    summary: typeof summary === 'string' ? summary : summary(facts),
    detail: `${message}\n\n${typeof next === 'string' ? next : next(facts)}`,
    providerWide,
    ...(attribute === undefined ? {} : { attribute }),
  };
}

/** Returns the only field that the platform rejects. */
function fieldAtFault(error: unknown, { action }: Occasion): string | undefined {
  if (!isKind(error, 'Invalid') || (action !== 'create' && action !== 'update')) return undefined;
  const { fields } = error.facts;
  return fields.size === 1 ? [...fields.keys()][0] : undefined;
}

/** Describes an unforeseen error by its class only: its message could hold anything. */
function mistake(error: unknown, { subject, action }: Occasion): Explanation {
  const summary = 'Provider made a mistake';
  if (error instanceof MistypedValue) {
    const next = 'This is a bug of the provider. Please report it with this text.';
    return { summary, detail: `${error.message}\n\n${next}` };
  }
  const kind = error instanceof Error ? error.name : typeof error;
  const happened = `An unforeseen ${kind} happened at ${action} of ${subject}.`;
  return { summary, detail: `${happened} This is a bug of the provider. Please report it.` };
}
