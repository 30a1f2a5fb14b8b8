import { watchedOf } from '../../client/contract/fields';
import { webhooks } from '../../client/contract/webhooks';
import { deletedEndpoint, endpointDrift } from '../../risks/drift';
import type { WatchedKind } from '../drift';
import { endpointWarnings } from '../risk-warnings';

interface Endpoint {
  readonly id: string;
  /** Absent right after an import. */
  readonly url?: string | undefined;
}

/** Endpoints, as changes from outside this stack are found and reported. */
export const watchedEndpoint: WatchedKind<Endpoint> = {
  watched: attributes => watchedOf(webhooks.fields, attributes),
  // The message names the endpoint by its former host, as this stack knows it.
  changed({ id }, { before, now }, names, fate) {
    const [past, present] = [{ url: before['url'] ?? now['url'] }, { url: now['url'] }];
    const findings = endpointDrift({
      before: past,
      now: present,
      attributes: [...names],
      fateOf: () => fate,
    });
    return endpointWarnings({ id, ...past }, findings);
  },
  deleted: endpoint => endpointWarnings(endpoint, [deletedEndpoint]),
};
