import { environmentOf, normalizedAddress } from '../../client';
import { timeOf } from '../../client/contract/time';
import { isLoopback } from '../../constructs/addresses/address';
import type { PrivateNotes, Warn } from '../../plugin/define/context';
import type { PlainObject, ResourceDefinition } from '../../plugin/define/definition';
import { Refused } from '../errors/refused';
import { noted } from '../notes';
import { demandAccount, noteAccount } from './account';
import type { Platform } from './platform';

interface Context {
  readonly client: { readonly origin: string };
  readonly notes: PrivateNotes;
}

/**
 * Returns the address of the platform, with `live` or `test` if the credential shows it. All loopback hosts and ports are one:
 * a fresh sandbox gets another port, and its objects are created anew.
 */
export function platformOrigin(baseUrl: string, apiKey: string | undefined): string {
  const address = isLoopback(new URL(baseUrl).hostname) ? 'localhost' : normalizedAddress(baseUrl);
  const environment = environmentOf(apiKey ?? '');
  return environment === undefined ? address : `${address} ${environment}`;
}

/** Replaces the note. After a replacement, Terraform still has the notes of the former object. */
export const noteCreated = ({ client, notes }: Context) => noted.origins.write(notes, [client.origin]);

/** Adds this origin to a note: the platform has moved. */
export function noteSeen(context: Context): void {
  const { client, notes } = context;
  if (!isNoted(context)) noted.origins.write(notes, [...(noted.origins.read(notes) ?? []), client.origin]);
}

/** True for an imported object, too. */
const isNoted = ({ client, notes }: Context) =>
  includes(noted.origins.read(notes) ?? [client.origin], client.origin);

/** @throws {Refused} if there is a note, and it lacks this origin */
export function demandOrigin(object: string, context: Context): void {
  if (isNoted(context)) return;
  const { client, notes } = context;
  const happened = `${object} was created or seen at ${noted.origins.read(notes)?.join(' and ')}. This run uses ${client.origin}.`;
  const next =
    'Set base_url (SVC_BASE_URL) and api_key (SVC_API_KEY) to those of that platform. If the platform has moved with its ' +
    'objects: `terraform apply -refresh-only`, which finds this one by its created_at (refresh = "each" if no list shows it). ' +
    'Without created_at, or if the object is gone: `terraform state rm`. The value of a key is lost with its state.';
  throw new Refused('Object of another platform', `${happened} The state is kept.`, next, true);
}

/** An origin without an environment may be either: a login shows none. */
const includes = (origins: readonly string[], origin: string) =>
  origins.some(each => {
    const [[address, environment], [other, its]] = [origin.split(' '), each.split(' ')];
    return other === address && (its === environment || its === undefined || environment === undefined);
  });

/** True if the times of creation are equal, to the second: another platform may count from 1, too. */
const isSameObject = (one: PlainObject | undefined, other: PlainObject) =>
  one !== undefined && Math.abs(createdAt(one) - createdAt(other)) < 1000;
const createdAt = ({ created_at }: PlainObject) =>
  timeOf(typeof created_at === 'string' ? created_at : undefined);

/** Returns the resource with a guard: what belongs to another platform is not changed, and not taken for deleted. */
export function guardedByOrigin(definition: ResourceDefinition<Platform>): ResourceDefinition<Platform> {
  const idIn = (state: PlainObject) => String(state['id']);
  const required = Object.entries(definition.attributes).filter(([, { mode }]) => mode === 'required');
  /** Right after an import, the state has only the id. */
  const isImported = (state: PlainObject) => required.some(([name]) => state[name] === undefined);
  return {
    ...definition,
    async create(planned, context) {
      demandOrigin('The object to replace', context);
      // Before the create, since nothing may delay what has been made. A failure drops the note.
      await noteAccount(planned, context);
      const made = await definition.create(planned, context);
      noteCreated(context);
      return made;
    },
    plan(context) {
      // A destroy plans the configuration before it plans the deletions, and drops that plan: none of its checks may stop it.
      const isDropped = context.client?.mode === 'destroy';
      definition.plan?.(isDropped ? { ...context, fail: () => {} } : context);
    },
    async read(state, context) {
      const { mode } = context.client;
      // Terraform drops the warnings of a read that a destroy makes. So the object stays until its DELETE, which names it if the
      // platform does not know it.
      if (mode === 'destroy' && !isImported(state)) {
        demandOrigin(idIn(state), context);
        return state;
      }
      // Nothing is said of a deletion before the origin is known.
      const said: Parameters<Warn>[] = [];
      // Without `created_at` of its own: a read that shows none keeps the state's, and another object would look the same.
      const asked = isNoted(context) ? state : { ...state, created_at: undefined };
      const read = await definition.read(asked, { ...context, warn: (...words) => said.push(words) });
      // A definition that could not read returns the object it was given. So below, the same object means: not read.
      const found = read === asked ? state : read;
      // A copied platform has equal ids and times, so only
      // -refresh-only, the command for a platform that has moved, records its address.
      if (found !== state && isSameObject(found, state) && mode === 'refresh-only') {
        noteSeen(context);
        if (!noted.tenants.read(context.notes)) await noteAccount(state, context);
      } else if (found !== state) demandOrigin(idIn(state), context);
      if (found === undefined) await demandAccount(idIn(state), context);
      for (const words of said) context.warn(...words);
      return found;
    },
    async update(prior, planned, context) {
      demandOrigin(idIn(prior), context);
      if (!noted.tenants.read(context.notes)) await noteAccount(prior, context);
      const updated = await definition.update(prior, planned, context);
      // An import has no note. A refresh may not add one: a plan would then differ from the state.
      if (!noted.origins.read(context.notes)) noteCreated(context);
      return updated;
    },
    async delete(state, context) {
      demandOrigin(idIn(state), context);
      return definition.delete(state, context);
    },
  };
}
