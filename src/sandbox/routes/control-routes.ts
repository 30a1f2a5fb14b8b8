import { text as textOf } from 'node:stream/consumers';
import * as z from 'zod';
import type { Shape } from '../collections/sandbox-collection';
import { text } from '../collections/shapes';
import type { EventRequest } from '../deliveries/delivery-record';
import { faultShape } from '../faults/fault-shape';
import { notFound } from '../http/api-error';
import { type ApiResponse, json, noContent } from '../http/request-and-response';
import type { SandboxControls } from '../platform/controls';
import type { SimulatedPlatform } from '../platform/platform';
import { acceptKnown, parseObject } from '../store/accept';
import type { AnyCollection } from '../store/store';
import { authenticate, requireUnrestricted } from './authorization';
import type { SandboxContext } from './pipeline';

type ControlHandler = (request: {
  readonly id: string;
  readonly body: object;
}) => ApiResponse | Promise<ApiResponse>;

const nothing = z.object({});
const oneYear = 366 * 24 * 60 * 60 * 1000;
const duration = z.object({
  /** Enough for any rotation, and the clock stays within four-digit years. */
  milliseconds: z
    .number({ error: 'must be a number of milliseconds' })
    .min(0, { error: 'must not be negative' })
    .max(oneYear, { error: 'must be at most 366 days' }),
});
const event = z.object({
  type: text(),
  tenant_id: text(),
  data: z.record(z.string(), z.unknown(), { error: 'must be an object' }).default({}),
}) satisfies Shape<EventRequest>;

/**
 * The controls over HTTP, for people and for programs in other languages: everything below `/_sandbox/`, with an
 * unrestricted key. Faults, latency and the request log do not apply to them. Keyed by `METHOD path`.
 */
export function controlRoutes(
  controls: SandboxControls,
  platform: SimulatedPlatform,
): Readonly<Record<string, ControlHandler>> {
  const state: ControlHandler = () => json(200, stateOf(controls, platform));
  const objectControls = [...platform.store.collections.values()].map(controlsOf);
  return Object.assign({ 'GET /_sandbox/state': state }, platformControls(controls), ...objectControls);
}

function platformControls(controls: SandboxControls): Record<string, ControlHandler> {
  return {
    'GET /_sandbox/requests': () => json(200, { data: controls.requests.all() }),
    'DELETE /_sandbox/requests': withoutContent(nothing, () => controls.requests.clear()),
    'POST /_sandbox/reset': withoutContent(nothing, () => controls.reset()),
    'POST /_sandbox/faults': withoutContent(faultShape, fault => {
      controls.faults.add(fault);
    }),
    'DELETE /_sandbox/faults': withoutContent(nothing, () => controls.faults.clear()),
    'POST /_sandbox/clock/advance': async ({ body }) => {
      await controls.clock.advance(acceptKnown(duration, body).milliseconds);
      return json(200, { now: new Date(controls.clock.now()).toISOString() });
    },
    'POST /_sandbox/events': async ({ body }) =>
      json(201, await controls.events.emit(acceptKnown(event, body))),
  };
}

/** Changes behind the client's back. Unlike the API's own they may, for example, change an endpoint's status. */
function controlsOf(objects: AnyCollection): Record<string, ControlHandler> {
  const { definition } = objects;
  const { segment, noun, show, reveal, creation, change } = { ...definition, ...definition.behindTheBack };
  const add: ControlHandler = ({ body }) => json(201, reveal(objects.create(acceptKnown(creation, body))));
  const path = `/_sandbox/${segment}`;
  if (change === undefined) return { [`POST ${path}`]: add };
  return {
    [`POST ${path}`]: add,
    [`PATCH ${path}/:id`]: ({ id, body }) => {
      if (objects.get(id) === undefined) throw notFound(noun);
      return json(200, show(objects.change(id, acceptKnown(change, body))));
    },
    [`DELETE ${path}/:id`]: ({ id }) => {
      if (!objects.remove(id)) throw notFound(noun);
      return noContent;
    },
  };
}

/** The platform's state without secrets and key values. */
function stateOf(controls: SandboxControls, { store }: SimulatedPlatform): object {
  const lists = [...store.collections.values()].map(
    objects => [objects.definition.segment, objects.all().map(objects.definition.show)] as const,
  );
  return { ...Object.fromEntries(lists), deliveries: controls.deliveries.all() };
}

/** Wraps a change that responds with 204. */
function withoutContent<Body extends object>(
  shape: Shape<Body>,
  change: (body: Body) => void,
): ControlHandler {
  return ({ body }) => {
    change(acceptKnown(shape, body));
    return noContent;
  };
}

/** Reads a request to a control: it needs an unrestricted key, and a JSON object unless the body is empty. */
export async function handleControl(
  platform: SimulatedPlatform,
  { req, env }: SandboxContext,
  act: ControlHandler,
): Promise<ApiResponse> {
  requireUnrestricted(authenticate(req.header('authorization'), platform));
  const body = await textOf(env.incoming);
  return act({ id: req.param('id') ?? '', body: body === '' ? {} : parseObject(body) });
}
