import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox';
import { checkInvariants, InvariantBroken, type Observation } from '../../harness/invariants';
import type { StateResource } from '../../harness/terraform/terraform-json';

let platform: Sandbox;
beforeEach(async () => {
  platform = await startSandbox();
});
afterEach(() => platform.close());

const inState = (type: string, values: Record<string, unknown>): StateResource => ({
  address: `${type}.a`,
  mode: 'managed',
  type,
  values,
  sensitive: {},
});

/** The breaches, by invariant, of a world in which all else holds. */
function breachesOf(observation: Partial<Observation>, resources: readonly StateResource[] = []) {
  const state = { resources, outputs: {} };
  const world = {
    next: undefined,
    state,
    platform: platform.controls,
    dialect: platform.dialect,
    strangers: new Set<string>(),
    unread: new Set<string>(),
    leaks: [],
  };
  try {
    checkInvariants({ ...world, ...observation });
    return {};
  } catch (error) {
    if (error instanceof InvariantBroken) return error.breaches;
    throw error;
  }
}

function register() {
  const { webhooks } = platform.controls;
  const endpoint = webhooks.create({
    url: 'https://a.example/hook',
    events: ['incident.created', 'alert.created'],
    secret: 'told-by-terraform',
  });
  return { ...endpoint, secret: 'told-by-terraform' };
}

describe('the platform equals the state', () => {
  it.each(['url', 'events', 'secret', 'status', 'created_at'])('not when %s of an endpoint differs', name => {
    const endpoint = inState('svc_webhook_endpoint', { ...register(), [name]: 'other' });
    expect(breachesOf({}, [endpoint])).toEqual({
      platformEqualsState: [`svc_webhook_endpoint.a: ${name} differs between state and platform`],
    });
  });

  it('not when the object is gone', () => {
    const endpoint = register();
    platform.controls.webhooks.delete(endpoint.id);
    expect(breachesOf({}, [inState('svc_webhook_endpoint', endpoint)])).toEqual({
      platformEqualsState: ['svc_webhook_endpoint.a is in the state and not on the platform'],
    });
  });
});
