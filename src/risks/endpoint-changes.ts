import { hostOf } from './host';

/** The attributes of an endpoint that the platform shows. */
export interface Endpoint {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly on_degraded?: string | undefined;
}

/** True if a plan registers a degraded endpoint anew. Only a new registration is active again. */
export function isReplacedForDegradation({ status }: Endpoint, { on_degraded }: Endpoint): boolean {
  return status === 'degraded' && on_degraded === 'replace';
}

export interface HostFinding {
  readonly risk: 'host-changed';
  readonly from: string | undefined;
  /** Undefined if the new address is known after apply only. */
  readonly to: string | undefined;
}

/** Returns whether deliveries go to another host. An unknown address may be another one. */
export function hostFinding(
  prior: Endpoint,
  planned: Endpoint,
  isUrlKnown: boolean,
): HostFinding | undefined {
  if (isUrlKnown && prior.url === planned.url) return undefined;
  const [from, to] = [hostOf(prior.url), isUrlKnown ? hostOf(planned.url) : undefined];
  return isUrlKnown && from === to ? undefined : { risk: 'host-changed', from, to };
}

export interface EventsFinding {
  readonly risk: 'events-removed';
  readonly removed: readonly string[];
  /** True if the new list is known after apply only: it may still have them. */
  readonly isPossible: boolean;
}

/** Returns the event types that are no longer delivered, or may be no longer delivered. */
export function eventsFinding(
  { events: before = [] }: Endpoint,
  { events: after = [] }: Endpoint,
  areEventsKnown: boolean,
): EventsFinding | undefined {
  const removed = before.filter(event => !after.includes(event));
  return removed.length > 0 ? { risk: 'events-removed', removed, isPossible: !areEventsKnown } : undefined;
}
