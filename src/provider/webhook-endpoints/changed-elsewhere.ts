import { printable } from '../../client';
import type { PrivateNotes } from '../../plugin/define/context';
import { compare, type ForeignChange, hasLeft, takenBack } from '../foreign-changes';
import type { Platform } from '../platform';
import type { Risk } from './risks';

/** What is compared. An endpoint's secret is not: the platform never shows it. */
interface Compared {
  readonly url: string;
  readonly events: readonly string[];
}

/** The same, as far as it is known: right after an import nothing is. */
type Known = { readonly [Name in keyof Compared]?: Compared[Name] | undefined };

interface Refresh {
  readonly client: Platform;
  readonly notes: PrivateNotes;
}

/** A refresh has read the endpoint. Gives what is to be said at once: where nothing is planned, no plan says it. */
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
  return change !== undefined && foreignChanges.mode === 'refresh-only'
    ? words(id, change, change.fresh)
    : [];
}

/** What a plan says of the changes that it takes back. */
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

function words(id: string, { before, now }: ForeignChange, attributes: ReadonlySet<string>): readonly Risk[] {
  const [host, formerHost] = [hostOf(now['url']), hostOf(before['url'])];
  const isRedirected = attributes.has('url') && host !== formerHost;
  const others = [...attributes].filter(name => name !== 'url' || !isRedirected);
  return [
    ...(isRedirected ? [redirected(id, formerHost, host)] : []),
    ...(others.length > 0 ? [changed(id, hostOf(now['url']), others)] : []),
  ];
}

const hostOf = (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) ? printable(new URL(url).host) : 'an unknown address';

function redirected(id: string, formerHost: string, host: string): Risk {
  return [
    `Webhook endpoint ${id} was redirected to ${host} on the platform`,
    `Not by this stack, which registered it for ${formerHost}. Events may have reached ${host} since. Find out by whom; ` +
      'applying takes it back.',
  ];
}

function changed(id: string, host: string, attributes: readonly string[]): Risk {
  return [
    `Webhook endpoint ${id} was changed on the platform`,
    `Its ${attributes.join(' and ')}, not by this stack. It delivers to ${host}. Find out by whom; applying takes it back.`,
  ];
}

function deleted(id: string, url: string): Risk {
  return [
    `Webhook endpoint ${id} was deleted on the platform`,
    `Not by this stack, unless an apply was killed. It delivered to ${printable(url)}. Where the configuration still has ` +
      'it, applying registers it anew; events of the time between are not delivered.',
  ];
}
