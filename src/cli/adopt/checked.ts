import { unsafetyOf } from '../../constructs/addresses/address';
import { resourceDefinitions } from '../../provider/registered-resources';
import { shownHost } from '../../risks/host';
import type { Unmanaged } from './unmanaged';

/**
 * Returns why no configuration may have an object: one of its values fails the provider's own check. Terraform would write that
 * value into a file, a password in an address included. The words do not repeat it.
 */
export function leftOut({ type, object }: Unmanaged): string | undefined {
  const attributes = resourceDefinitions.find(({ name }) => name === type)?.attributes ?? {};
  const [refused, value] =
    Object.entries(object).find(([name, value]) => {
      const attribute = attributes[name];
      // What is absent is not written, and a key without scopes has none.
      const isEmpty = Array.isArray(value) && value.length === 0;
      const isAbsent = value === undefined || (isEmpty && attribute?.mode === 'optional');
      return !isAbsent && attribute?.check?.(value).some(({ severity }) => severity === 'error');
    }) ?? [];
  if (refused === undefined) return undefined;
  const flaw =
    refused === 'url'
      ? ` (${shownHost(value) ?? 'of no clear host'}). ${unsafetyOf(String(value))?.found ?? ''}`
      : '.';
  const why = /\p{Cc}/u.test(String(value)) ? ', which has a control character.' : flaw;
  return `${type} ${JSON.stringify(object.id)} is left out: the provider refuses its ${refused}${why} Correct it on the platform.`;
}
