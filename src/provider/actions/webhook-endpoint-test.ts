import { tryReceiver } from '../../client/receivers/try-receiver';
import { required } from '../../plugin/define/attribute';
import { string } from '../../plugin/define/value-type';
import { action } from '../author';
import { receiverUrl, signingSecret } from '../checks';

const summaries = {
  signed: 'The receiver does not accept a signed event',
  forged: 'The receiver does not refuse a forged event',
};

/** Does what the command `try-receiver` does. */
export const webhookEndpointTest = action('svc_webhook_endpoint_test', {
  description:
    'Sends a receiver signed events, which it must accept with 2xx within 10 seconds, and then forged ones, which it must ' +
    'refuse: a wrong signature with 401, a missing or malformed one with any 4xx but 429. Otherwise the action fails, and says what ' +
    'it means. It cannot show a comparison in constant time, or what a genuine event does that comes again. All events have ' +
    'the type `webhook.test`. A receiver may act on any event, so test one that ignores types it does not know. Terraform ' +
    'sends the events itself, directly: no proxy is used, and only public certificate authorities are trusted. The platform ' +
    'is not involved.',
  attributes: {
    url: required(string, {
      check: receiverUrl,
      description: 'Address of the receiver: HTTPS, or plain HTTP for loopback hosts.',
    }),
    secret: required(string, {
      sensitive: true,
      writeOnly: true,
      check: signingSecret,
      description:
        'Signing secret of the endpoint, from an ephemeral variable or an ephemeral resource. A literal is an error: the plan ' +
        'file would contain it, as it contains the value of a variable that is not ephemeral.',
    }),
  },
  async invoke(receiver, { fail, now, signal }) {
    for (const { event, holds, says } of await tryReceiver(receiver, now(), signal))
      if (!holds) fail(holds === null ? 'The receiver was not reached' : summaries[event], says);
  },
});
