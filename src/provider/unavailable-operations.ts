import { contract, isKind, operationNames, printable } from '../client';
import { didYouMean } from '../constructs/checks/did-you-mean';
import { invalid } from '../plugin/define/attribute';
import type { HandlerContext } from '../plugin/define/context';
import type { Warning } from '../plugin/define/definition';
import type { Check } from '../plugin/define/schema-types';
import { demanding } from './checks';
import type { Platform } from './connection/platform';

/** The operations that the setting may name. */
export const assumed = operationNames.filter(name => contract[name].source === 'assumed');

/** Checks the names. Only an assumed operation can be missing; the platform has every documented one. */
export const unavailableOperations: Check<readonly string[]> = demanding({ choices: assumed }, names =>
  names.filter(name => !assumed.some(known => known === name)).map(strange),
);

function strange(name: string) {
  const isDocumented = operationNames.some(known => known === name);
  const why = isDocumented
    ? 'The platform’s document shows this operation, so the platform offers it. '
    : didYouMean(name, assumed);
  const detail = `${why}Possible values: ${assumed.join(', ')}.`;
  return invalid(`Unknown operation ${JSON.stringify(name)}`, detail);
}

/** @param consequence a sentence */
export const leftBehind = (noun: string, id: string, consequence = ''): Warning => [
  `${noun} ${id} is left behind`,
  'unavailable_operations says that the platform cannot delete it, so Terraform only drops it from the state. ' +
    `${consequence}Delete it on the platform by other means.`,
];

/** @param receiver for example its host */
export const endpointLeftBehind = (id: string, receiver: string) =>
  leftBehind('Webhook endpoint', id, `The platform continues to send deliveries to ${receiver}. `);

export const keyLeftBehind = (id: string) =>
  leftBehind('API key', id, 'Its holders can continue to use it. ');

/** Returns why a plan replaces an object: an attribute that cannot be changed in place requires a new object. */
export const unchangeableInPlace = (attributes: readonly string[]): string =>
  `unavailable_operations says that the platform cannot change one in place, and ${attributes.join(', ')} ` +
  `change${attributes.length === 1 ? 's' : ''}.`;

/**
 * Handles a read of an object that the platform offers no way to read, or about which its answers contradict each other.
 * The state is kept, and a warning says so. After an import there is no state to keep, so the error is thrown.
 */
export function keepUnobservable<State>(
  error: unknown,
  kept: State | undefined,
  plural: string,
  { warn, warnOnce }: HandlerContext<Platform>,
): State {
  if (kept === undefined) throw error;
  if (isKind(error, 'Unobservable'))
    warnOnce(
      `Drift of ${plural} cannot be seen`,
      'unavailable_operations says that the platform can neither show one nor list them. The state is ' +
        'kept as it is: the plan shows no changes and deletions made on the platform.',
    );
  else if (isKind(error, 'Unsupported') && error.facts.listedId !== undefined)
    warn(
      `${printable(error.facts.listedId)} may be deleted`,
      `${error.message} The state is kept as it was. Plan again later. If this warning stays, name the operation in the ` +
        `provider block: unavailable_operations = ["${error.facts.operation}"].`,
    );
  else throw error;
  return kept;
}
