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
  tainted: false,
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

function issue(scopes: string[] = []) {
  return platform.controls.apiKeys.issue({ name: 'ci', tenant_id: 'ten_acme', scopes });
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

  it('when the state has no secret of an object that Terraform did not create, but it must have all else', () => {
    const [endpoint, key] = [
      { ...register(), secret: null },
      { ...issue(), key: null, scopes: null },
    ];
    const resources = [inState('svc_webhook_endpoint', endpoint), inState('svc_api_key', key)];
    const unread = new Set([endpoint.id, key.id]);
    expect(breachesOf({ unread }, resources)).toEqual({});
    expect(breachesOf({}, resources).platformEqualsState).toHaveLength(2);
    const without = [inState('svc_webhook_endpoint', { ...endpoint, url: null }), ...resources.slice(1)];
    expect(breachesOf({ unread }, without)).toEqual({
      platformEqualsState: ['svc_webhook_endpoint.a: url differs between state and platform'],
    });
  });
});
