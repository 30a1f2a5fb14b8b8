import { printable } from '../../client';
import type { TypesOf } from '../../client/contract/collection-contract';
import { watchedOf } from '../../client/contract/fields';
import { webhooks } from '../../client/contract/webhooks';
import type { Warning } from '../../plugin/define/definition';
import { deletedEndpoint, endpointDrift } from '../../risks/drift';
import type { Finding } from '../../risks/finding';
import { shownHost } from '../../risks/host';
import type { CreationRules } from '../creates/managed-collection';
import type { WatchedKind } from '../found-drift';
import { warningsOf } from '../risk-warnings';

/**
 * Returns the host of an endpoint's address, for messages. The rest of an address may hold a token of the receiver, and
 * Terraform does not tell a provider which values a configuration marks as sensitive.
 */
export function receiverOf(url: unknown): string {
  return printable(shownHost(url) ?? 'an unknown address');
}

interface Endpoint {
  readonly id: string;
  /** Absent right after an import. */
  readonly url?: unknown;
}

export const endpointWarnings = ({ id, url }: Endpoint, findings: readonly Finding[]): readonly Warning[] =>
  warningsOf('Webhook endpoint', `${receiverOf(url)} (${id})`, findings);

/** How an endpoint is created once. An update brings one that exists to its configuration, the secret included. */
export const endpointCreation: CreationRules<TypesOf<typeof webhooks.fields>> = {
  collection: 'webhooks',
  noun: 'Webhook endpoint',
  labelOf: ({ url }) => `for ${receiverOf(url)}`,
  equal: {
    noun: 'Endpoint',
    harm: 'A second one gets each event twice, unless a query makes its address another one.',
  },
};

export const watchedEndpoint: WatchedKind<Endpoint> = {
  watched: attributes => watchedOf(webhooks.fields, attributes),
  drift: endpointDrift,
  deleted: deletedEndpoint,
  warnings: endpointWarnings,
};
