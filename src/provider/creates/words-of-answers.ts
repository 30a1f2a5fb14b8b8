import { printable } from '../../client';
import { namesShownOtherwise } from '../../client/contract/fields';
import type { Warning } from '../../plugin/define/definition';
import { Refused } from '../errors/refused';
import type { ManagedCollection } from './managed-collection';
import { importBlock } from './words';

/** Rule 4: the platform has answered a create with an object that is not new. */
export const answeredExisting = (collection: ManagedCollection, id: string) =>
  new Refused(
    `${collection.rules.noun} ${printable(id)} is not new`,
    `The platform answered the create request with ${printable(id)}, which was there before the request. It may have changed that ` +
      'object. Nothing was stored in the state.',
    'Look at it on the platform. To manage it here, import it, unless another resource or configuration does:\n\n' +
      importBlock(collection, id),
  );

export const otherSecret = (
  { rules: { noun } }: ManagedCollection,
  id: string,
  names: ReadonlySet<string>,
): Warning => [
  `${noun} ${printable(id)} was answered with another ${[...names].join(', ')}`,
  'The answer shows neither the one that was sent nor a masked form of it. If the platform has chosen its own, each receiver refuses ' +
    'what it sends. Look at the object there, and give the block the value that it uses.',
];

/** Another apply would issue another one: an unattended pipeline leaves one a run. */
export const issuedWithoutValue = (
  { rules: { noun } }: ManagedCollection,
  id: string,
  message: string,
): Refused =>
  new Refused(
    `${noun} ${printable(id)} was issued without its value`,
    `${message} So the state cannot have it.`,
    'It may be live. Unless it was there before, revoke it on the platform before the next apply, which leaves one more. Run ' +
      '`npx --no cdktf-provider-svc doctor --probe` (Python: without `npx --no`) to see how the platform differs.',
  );

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Returns a warning if the answer to a write shows another value than was sent. */
export function answeredOtherwise(
  { rules: { noun }, fields }: ManagedCollection,
  id: string,
  sent: object,
  told: object,
): readonly Warning[] {
  const names = namesShownOtherwise(fields, sent, told);
  if (names.length === 0) return [];
  const fixed = names.filter(name => fields[name]?.role === 'fixed');
  const detail =
    'The platform has accepted the request, and its answer shows another value than was sent.' +
    (isEmptyList(Reflect.get(told, 'scopes')) ? ' It shows no scopes: such a key is unrestricted.' : '') +
    (fixed.length < names.length ? shownNext : '') +
    (fixed.length > 0 ? ` ${fixed.join(', ')} ${neverCompared}` : '');
  return [[`${noun} ${printable(id)} was answered with another value: ${names.join(', ')}`, detail]];
}

const shownNext =
  ' The state has the configured value; the next refresh shows the platform’s. Look at the object there. If each apply says ' +
  'so, the platform changes the value: write its form, or `ignore_changes`.';

const neverCompared =
  'never changes. The state keeps the configured one, and no refresh compares it: look now whether the platform only spells it ' +
  'otherwise.';
