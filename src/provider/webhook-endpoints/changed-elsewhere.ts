import type { PrivateNotes } from '../../plugin/define/context';
import { compare, type ForeignChange, hasLeft, takenBack } from '../foreign-changes';
import type { Platform } from '../platform';
import { receiverOf } from './receiver';
import type { Risk } from './risks';

/** The compared attributes. The secret is not one of them: the platform never shows it. */
interface Compared {
  readonly url: string;
  readonly events: readonly string[];
}

/** The same attributes, as far as they are known. Right after an import, none is. */
type Known = { readonly [Name in keyof Compared]?: Compared[Name] | undefined };

interface Refresh {
  readonly client: Platform;
  readonly notes: PrivateNotes;
}

/**
 * Compares the state with the endpoint that a refresh has read. Returns the warnings that no plan would carry, because
 * nothing is planned.
 */
export function noteEndpoint(
  { id, url, events }: Known & { readonly id: string },
  found: Compared | undefined,
  { client, notes }: Refresh,
): readonly Risk[] {
  const { foreignChanges } = client;
  const isOurs = hasLeft(found !== undefined, notes);
  if (url === undefined) return [];
  if (found === undefined) return isOurs || foreignChanges.mode === 'destroy' ? [] : [deleted(id, url)];
  const change = compare({ url, events }, { url: found.url, events: found.events }, notes);
  foreignChanges.add(id, change);
  if (change === undefined || !foreignChanges.isReportedByRefresh(id)) return [];
  return words(id, change, change.fresh, foreignChanges.isLeaving(id));
}

/** Returns the warnings of a plan that deletes the endpoint. Terraform may plan the deletion before it reads it. */
export function leavingEndpoint(id: string, client: Platform | undefined): readonly Risk[] {
  const change = client?.foreignChanges.leave(id);
  return change === undefined ? [] : words(id, change, change.fresh, true);
}

/** Returns the warnings of a plan about the changes that it reverts. */
export function changedEndpoint(
  id: string,
  { url, events }: Known,
  client: Platform | undefined,
  isKnown: (attribute: keyof Compared) => boolean,
): readonly Risk[] {
  const change = client?.foreignChanges.of(id);
  if (change === undefined) return [];
  const unknown = (['url', 'events'] as const).filter(name => !isKnown(name));
  return words(id, change, takenBack(change, { url, events }, unknown));
}

function words(
  id: string,
  { before, now }: ForeignChange,
  attributes: ReadonlySet<string>,
  isLeaving = false,
): readonly Risk[] {
  const [host, formerHost] = [receiverOf(now['url']), receiverOf(before['url'])];
  const isRedirected = attributes.has('url') && host !== formerHost;
  const others = [...attributes].filter(name => name !== 'url' || !isRedirected);
  return [
    ...(isRedirected ? [redirected(id, formerHost, host, isLeaving)] : []),
    ...(others.length > 0 ? [changed(id, receiverOf(now['url']), others, isLeaving)] : []),
  ];
}

const deleting = 'Applying deletes the endpoint.';

function redirected(id: string, formerHost: string, host: string, isLeaving: boolean): Risk {
  return [
    `Webhook endpoint ${id} was redirected to ${host} on the platform`,
    `This stack registered it for ${formerHost} and did not change it. Events may have reached ` +
      `${host} since. Find out who changed it. ` +
      (isLeaving ? deleting : 'Applying restores the address.'),
  ];
}

function changed(id: string, host: string, attributes: readonly string[], isLeaving: boolean): Risk {
  return [
    `Webhook endpoint ${id} was changed on the platform`,
    `Something other than this stack changed its ${attributes.join(' and ')}. It delivers to ` +
      `${host}. Find out who did. ${isLeaving ? deleting : 'Applying restores the configuration.'}`,
  ];
}

function deleted(id: string, url: string): Risk {
  return [
    `Webhook endpoint ${id} was deleted on the platform`,
    `This stack did not delete it, unless an apply was killed. It delivered to ${receiverOf(url)}. ` +
      'If the configuration still contains it, applying registers it anew. Events of the time between ' +
      'are not delivered.',
  ];
}
