import { normalizedAddress } from '../client';
import { isLoopback } from '../client/contract/base-url';
import type { PrivateNotes } from '../plugin/define/context';
import { Refused } from './errors/refused';

/** Private note: the origins at which the object was created or seen. Objects of an import have none. */
const noted = 'origins';

interface Context {
  readonly client: { readonly origin: string };
  readonly notes: PrivateNotes;
}

/**
 * Returns the address of the platform, with `live` or `test` if the credential shows it. All loopback hosts and ports are one:
 * a fresh sandbox gets another port, and its objects are created anew.
 */
export function originOf(baseUrl: string, apiKey: string | undefined): string {
  const address = isLoopback(new URL(baseUrl).hostname) ? 'localhost' : normalizedAddress(baseUrl);
  const environment = /^svc_(live|test)_/.exec(apiKey ?? '')?.[1];
  return environment === undefined ? address : `${address} ${environment}`;
}

/** Notes that the object was created here. After a replacement, Terraform still has the notes of the former object. */
export function noteCreated({ client, notes }: Context): void {
  notes.set(noted, client.origin);
}

/** Notes that the object was found here, if a note exists: the platform may have moved. */
export function noteSeen({ client, notes }: Context): void {
  const origins = originsIn(notes);
  if (origins !== undefined && !includes(origins, client.origin))
    notes.set(noted, [...origins, client.origin].join('\n'));
}

/** @throws {Refused} if the object was never created or found here. Without a note, nobody can tell. */
export function demandOrigin(object: string, { client, notes }: Context): void {
  const origins = originsIn(notes);
  if (origins === undefined || includes(origins, client.origin)) return;
  throw new Refused(
    'Object of another platform',
    `${object} was created or seen at ${origins.join(' and ')}. This run uses ${client.origin}. Nothing was changed, and the ` +
      'state is kept. The same may be true of other objects.',
    'Set base_url (SVC_BASE_URL) and api_key (SVC_API_KEY) to those of that platform. If the platform has moved with its ' +
      'objects, plan again with a refresh. If it has moved without this one: `terraform state rm`.',
    true,
  );
}

const originsIn = (notes: PrivateNotes) => notes.get(noted)?.split('\n');

/** An origin without an environment may be either: a login shows none. */
function includes(origins: readonly string[], origin: string): boolean {
  const [address, environment] = origin.split(' ');
  return origins.some(each => {
    const [other, its] = each.split(' ');
    return other === address && (its === environment || its === undefined || environment === undefined);
  });
}
