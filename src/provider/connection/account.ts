import { printable } from '../../client';
import type { PrivateNotes } from '../../plugin/define/context';
import type { PlainObject } from '../../plugin/define/definition';
import { Refused } from '../errors/refused';
import { noted } from '../notes';
import type { Platform } from './platform';

/**
 * Accounts of one address differ by their keys alone, and no answer names the account. The tenants that a key can see tell two
 * of them apart, unless both have one in common.
 */
interface Context {
  readonly client: { readonly seenTenants: Pick<Platform['seenTenants'], 'some' | 'areAllMissing'> };
  readonly notes: PrivateNotes;
}

/** Notes the tenant of an object, and some that its account shows. */
export async function noteAccount({ tenant_id: own }: PlainObject, { client, notes }: Context) {
  const ids = new Set([...(typeof own === 'string' ? [own] : []), ...(await client.seenTenants.some())]);
  noted.tenants.write(notes, ids.size > 0 ? [...ids] : undefined);
}

/** @throws {Refused} if the platform has all tenants listed, and none of the noted ones is there. Without a note, nothing is told */
export async function demandAccount(id: string, { client, notes }: Context): Promise<void> {
  const ids = noted.tenants.read(notes);
  if (ids === undefined || !(await client.seenTenants.areAllMissing(ids))) return;
  throw new Refused(
    'Object of another account',
    `${printable(id)} is unknown to the account of this key, which shows none of the tenants that were noted for it: ` +
      `${printable(ids.slice(0, 3).join(', '))}${ids.length > 3 ? ', …' : ''}. The state is kept.`,
    'Set api_key (SVC_API_KEY) to a key that sees these tenants. If they are deleted, and the object with them: `terraform state ' +
      'rm`. The value of a key is lost with its state.',
    true,
  );
}
