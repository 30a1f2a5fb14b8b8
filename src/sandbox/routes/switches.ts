import { z } from 'zod';
import { faultShape } from '../faults/fault-shape';
import { notFound } from '../http/api-error';
import { type Answer, json, noContent } from '../http/exchange';
import { readBody } from '../http/request-body';
import type { SandboxControls } from '../platform/controls';
import type { Platform } from '../platform/platform';
import { accept, parseObject } from '../store/accept';
import type { AnyCollection } from '../store/store';
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

/**
 * The controls over HTTP, for people and for programs in other languages: everything below `/_sandbox/`, with an
 * unrestricted key. Faults, latency and the request log do not apply to them. Keyed by `METHOD path`.
 */
export function switches(controls: SandboxControls, platform: Platform): Readonly<Record<string, Switch>> {
  const state: Switch = () => json(200, stateOf(controls, platform));
  return { 'GET /_sandbox/state': state, ...platformSwitches(controls), ...objectSwitches(platform) };
}

function platformSwitches(controls: SandboxControls): Record<string, Switch> {
  return {
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

/**
 * Changes behind the client's back, for each collection below the name that the data file has for it. Unlike the
 * API's own they may, for example, change an endpoint's status.
 */
function objectSwitches({ store }: Platform): Record<string, Switch> {
  return Object.assign({}, ...[...store.collections.values()].map(switchesOf));
}

function switchesOf(objects: AnyCollection): Record<string, Switch> {
  const { definition } = objects;
  const { savedAs, noun, show, reveal, behindTheBack } = definition;
  const creation = behindTheBack?.creation ?? definition.creation;
  const change = behindTheBack?.change ?? definition.change;
  const add: Switch = ({ body }) => json(201, reveal(objects.create(accept(creation, body))));
  const path = `/_sandbox/${savedAs}`;
  if (change === undefined) return { [`POST ${path}`]: add };
  return {
    [`POST ${path}`]: add,
    [`PATCH ${path}/:id`]: ({ id, body }) => {
      if (objects.get(id) === undefined) throw notFound(noun);
      return json(200, show(objects.change(id, accept(change, body))));
    },
    [`DELETE ${path}/:id`]: ({ id }) => {
      if (!objects.remove(id)) throw notFound(noun);
      return noContent;
    },
  };
}

/** The platform's state without secrets and key values. */
function stateOf(controls: SandboxControls, { store }: Platform): object {
  const lists = [...store.collections.values()].map(
    ({ definition, all }) => [definition.savedAs, all().map(definition.show)] as const,
  );
  return { ...Object.fromEntries(lists), deliveries: controls.deliveries.all() };
}

/** Wraps a change that responds with 204. */
function silently(change: (body: object) => void): Switch {
  return ({ body }) => {
    change(body);
    return noContent;
  };
}

/** Reads a request to a control: it needs an unrestricted key, and a JSON object unless the body is empty. */
export async function flip(platform: Platform, { req, env }: SandboxContext, act: Switch): Promise<Answer> {
  requireUnrestricted(authenticate(req.header('authorization'), platform));
  const text = await readBody(env.incoming);
  return act({ id: req.param('id') ?? '', body: text === '' ? {} : parseObject(text) });
}
