import type { IAspect } from 'cdktf';
import type {
  ApiKeyConfig,
  SvcPolicy,
  SvcPolicyConfig,
  SvcProviderConfig,
  WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { describe, expectTypeOf, it } from 'vitest';
import type { ApiKeyBaseConfig } from '../../lib/gen/api-key';
import type { SvcProviderBaseConfig } from '../../lib/gen/provider';
import type { WebhookEndpointBaseConfig } from '../../lib/gen/webhook-endpoint';
import type { Policy, RuleName } from '../../src/constructs/policy/rules/policy';

/** The configuration interfaces are written by hand, because jsii lets none redeclare a property for its docs. */
describe('a hand-written configuration has the attributes of the provider’s schema, with their types', () => {
  it('for the provider', () => {
    // The source is Terraform's `required_providers`, not an attribute.
    expectTypeOf<Omit<SvcProviderConfig, 'source'>>().toEqualTypeOf<SvcProviderBaseConfig>();
  });
  it('for a webhook endpoint', () => {
    expectTypeOf<WebhookEndpointConfig>().toEqualTypeOf<WebhookEndpointBaseConfig>();
  });
  it('for an API key', () => {
    expectTypeOf<ApiKeyConfig>().toEqualTypeOf<ApiKeyBaseConfig>();
  });
});

describe('a policy of the constructs', () => {
  it('has the rules of a policy file, and what to do about a finding', () => {
    expectTypeOf<Exclude<keyof SvcPolicyConfig, 'onViolation'>>().toEqualTypeOf<RuleName>();
    expectTypeOf<Omit<SvcPolicyConfig, 'onViolation'>>().toExtend<Policy>();
    expectTypeOf<keyof Policy>().toEqualTypeOf<RuleName>();
    expectTypeOf<SvcPolicy>().toExtend<IAspect>();
  });
});
