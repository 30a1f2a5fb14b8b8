import { watchedOf } from '../../client/contract/fields';
import { webhooks } from '../../client/contract/webhooks';
import type { WatchedKind } from '../foreign-changes';
import { receiverOf } from './receiver';
import type { Risk } from './risks';

interface Endpoint {
  readonly id: string;
  /** Absent right after an import. */
  readonly url?: string | undefined;
}

/** Endpoints, as changes from outside this stack are found and reported. */
export const watchedEndpoint: WatchedKind<Endpoint> = {
  watched: attributes => watchedOf(webhooks.fields, attributes),
  changed({ id }, { before, now }, names, isLeaving) {
    const [host, formerHost] = [receiverOf(now['url']), receiverOf(before['url'])];
    const isRedirected = names.has('url') && host !== formerHost;
    const others = [...names].filter(name => name !== 'url' || !isRedirected);
    return [
      ...(isRedirected ? [redirected(id, formerHost, host, isLeaving)] : []),
      ...(others.length > 0 ? [changed(id, host, others, isLeaving)] : []),
    ];
  },
  deleted: ({ id, url }) => [
    `Webhook endpoint ${id} was deleted on the platform`,
    `This stack did not delete it, unless an apply was killed. It delivered to ${receiverOf(url)}. ` +
      'If the configuration still contains it, applying registers it anew. Events of the time between ' +
      'are not delivered.',
  ],
};

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
