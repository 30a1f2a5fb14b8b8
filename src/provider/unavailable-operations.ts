import { type OperationName, operationNames, operationOf, printable } from '../client';
import { invalid } from '../plugin/define/attribute';
import type { Check } from '../plugin/define/schema-types';
import { didYouMean } from './did-you-mean';

/** Whether the configuration says that the platform lacks an operation. */
export type Lacks = (operation: OperationName) => boolean;

/** The operations that may be named. */
export const assumed = operationNames.filter(name => operationOf(name).source === 'assumed');

/** Only what is assumed can turn out to be missing; what the platform's document shows is there. */
export const unavailableOperations: Check<readonly string[]> = names =>
  names.filter(name => !assumed.some(known => known === name)).map(strange);

function strange(name: string) {
  const isDocumented = operationNames.some(known => known === name);
  const why = isDocumented
    ? 'The platform’s document shows this operation, so it is there. '
    : didYouMean(name, assumed);
  return invalid(`Unknown operation ${JSON.stringify(name)}`, `${why}Possible are: ${assumed.join(', ')}.`);
}

type Words = [summary: string, detail: string];

export function leftBehind(noun: string, id: string): Words {
  return [
    `${noun} ${id} is left behind`,
    'unavailable_operations says that the platform cannot delete one, so it is dropped from the state alone. Remove ' +
      'it on the platform by other means.',
  ];
}

export function endpointLeftBehind(id: string, url: string): Words {
  return [
    `Webhook endpoint ${id} is left behind`,
    `unavailable_operations says that the platform cannot delete endpoints, so it is dropped from the state alone: ` +
      `${printable(url)} goes on receiving deliveries. Remove it on the platform by other means.`,
  ];
}

export function keyLeftBehind(id: string): Words {
  return [
    `API key ${id} is left behind`,
    'unavailable_operations says that the platform cannot revoke keys, so it is dropped from the state alone: ' +
      'whoever holds it can go on using it. Revoke it on the platform by other means.',
  ];
}

/** Why a plan replaces an object: what cannot be changed has to be made anew. */
export function unchangeableInPlace(attributes: readonly string[]): string {
  return (
    `unavailable_operations says that the platform cannot change one in place, and ${attributes.join(', ')} ` +
    `change${attributes.length === 1 ? 's' : ''}.`
  );
}

/** Holds for all objects of a kind. */
export function driftUnseen(plural: string): Words {
  return [
    `Drift of ${plural} cannot be seen`,
    'unavailable_operations says that the platform can neither show one nor list them. The state is kept as it is: ' +
      'what was changed or deleted on the platform does not show.',
  ];
}
