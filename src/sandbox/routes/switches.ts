import { z } from 'zod';
import { faultShape } from '../faults/fault-shape';
import { notFound } from '../http/api-error';
import { type Answer, json, noContent } from '../http/exchange';
import { readBody } from '../http/request-body';
import type { SandboxControls } from '../platform/controls';
import type { Platform } from '../platform/platform';
import { accept, apiKeyChange, parseObject, webhookChange, webhookCreation } from '../store/rules';
import { authenticate, requireUnrestricted } from './authorization';
import type { SandboxContext } from './pipeline';

/** A handler of one control. */
type Switch = (request: { readonly id: string; readonly body: object }) => Answer | Promise<Answer>;

const duration = z.object({
  milliseconds: z
    .number()
    .min(0)
    .max(30 * 24 * 60 * 60 * 1000),
});
const event = z.object({
  type: z.string(),
  tenant_id: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});
const consent = z.object({ consent: z.boolean() });
const status = z.string().min(1);

/**
 * The controls over HTTP, for people and for programs in other languages: everything below `/_sandbox/`, with an
 * unrestricted key. Faults, latency and the request log do not apply to them. Keyed by `METHOD path`.
 */
export function switches(controls: SandboxControls): Readonly<Record<string, Switch>> {
  return { ...platformSwitches(controls), ...objectSwitches(controls) };
}

function platformSwitches(controls: SandboxControls): Record<string, Switch> {
  return {
    'GET /_sandbox/state': () => json(200, stateOf(controls)),
    'GET /_sandbox/requests': () => json(200, { data: controls.requests.all() }),
    'DELETE /_sandbox/requests': silently(() => controls.requests.clear()),
    'POST /_sandbox/reset': silently(() => controls.reset()),
    'POST /_sandbox/faults': silently(body => {
      controls.faults.add(accept(faultShape, body));
    }),
    'DELETE /_sandbox/faults': silently(() => controls.faults.clear()),
    'PUT /_sandbox/latency': silently(body => controls.latency.set(accept(duration, body).milliseconds)),
    'POST /_sandbox/clock/advance': async ({ body }) => {
      await controls.clock.advance(accept(duration, body).milliseconds);
      return json(200, { now: new Date(controls.clock.now()).toISOString() });
    },
    'POST /_sandbox/grants/expire': silently(() => controls.oauth.expireAccessTokens()),
    'DELETE /_sandbox/grants': silently(() => controls.oauth.revokeAll()),
    'PUT /_sandbox/consent': silently(body => controls.oauth.setConsent(accept(consent, body).consent)),
    'POST /_sandbox/events': async ({ body }) => json(201, await controls.events.emit(accept(event, body))),
  };
}

/** Changes that the client did not request. Unlike the API, they may change an endpoint's status. */
function objectSwitches({ webhooks, apiKeys, tenants }: SandboxControls): Record<string, Switch> {
  const creation = webhookCreation.partial({ secret: true }).extend({ status: status.exactOptional() });
  return {
    'POST /_sandbox/webhooks': ({ body }) => {
      const { secret, ...webhook } = accept(creation, body);
      return json(201, webhooks.create(secret === undefined ? webhook : { ...webhook, secret }));
    },
    'PATCH /_sandbox/webhooks/:id': ({ id, body }) => {
      if (webhooks.get(id) === undefined) throw notFound('webhook endpoint');
      return json(
        200,
        webhooks.update(id, accept(webhookChange.extend({ status: status.optional() }), body)),
      );
    },
    'DELETE /_sandbox/webhooks/:id': ({ id }) => removed(webhooks.delete(id), 'webhook endpoint'),
    'PATCH /_sandbox/api_keys/:id': ({ id, body }) => {
      if (apiKeys.get(id) === undefined) throw notFound('API key');
      return json(200, apiKeys.update(id, accept(apiKeyChange, body)));
    },
    'DELETE /_sandbox/api_keys/:id': ({ id }) => removed(apiKeys.delete(id), 'API key'),
    'POST /_sandbox/tenants': ({ body }) =>
      json(201, tenants.create(accept(z.object({ name: status }), body))),
  };
}

/** The platform's state without secrets and key values. */
function stateOf(controls: SandboxControls): object {
  return {
    tenants: controls.tenants.all(),
    webhooks: controls.webhooks.all(),
    api_keys: controls.apiKeys.all(),
    deliveries: controls.deliveries.all(),
  };
}

/** Wraps a change that responds with 204. */
function silently(change: (body: object) => void): Switch {
  return ({ body }) => {
    change(body);
    return noContent;
  };
}

function removed(existed: boolean, what: string): Answer {
  if (!existed) throw notFound(what);
  return noContent;
}

/** Reads a request to a control: it needs an unrestricted key, and a JSON object unless the body is empty. */
export async function flip(platform: Platform, { req, env }: SandboxContext, act: Switch): Promise<Answer> {
  requireUnrestricted(authenticate(req.header('authorization'), platform));
  const text = await readBody(env.incoming);
  return act({ id: req.param('id') ?? '', body: text === '' ? {} : parseObject(text) });
}
