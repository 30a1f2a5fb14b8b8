import type { IAspect } from 'cdktf';
import {
  type ApiKeyConfig,
  LookAlikes,
  OnDegraded,
  PlatformOperation,
  PolicyAction,
  PolicyRule,
  Refresh,
  SvcPolicy,
  type SvcPolicyConfig,
  type SvcProviderConfig,
  type WebhookEndpointConfig,
} from 'cdktf-provider-svc';
import { describe, expectTypeOf, it } from 'vitest';
import type { ApiKeyBaseConfig } from '../../lib/gen/api-key';
import type { SvcProviderBaseConfig } from '../../lib/gen/provider';
import type { WebhookEndpointBaseConfig } from '../../lib/gen/webhook-endpoint';
import type { Policy, RuleName } from '../../src/constructs/policy/rules/policy';

/** The configuration interfaces are written by hand, because jsii lets none redeclare a property for its docs. */
describe('a hand-written configuration has the attributes of the provider’s schema, with their types', () => {
  it('for the provider', () => {
    expectTypeOf<SvcProviderConfig>().toEqualTypeOf<SvcProviderBaseConfig>();
  });
  it('for a webhook endpoint', () => {
    expectTypeOf<WebhookEndpointConfig>().toEqualTypeOf<WebhookEndpointBaseConfig>();
  });
  it('for an API key', () => {
    expectTypeOf<ApiKeyConfig>().toEqualTypeOf<ApiKeyBaseConfig>();
  });
  it('a property that the schema does not have is no property', () => {
    expectTypeOf<WebhookEndpointConfig>().not.toHaveProperty('signingSecret');
  });
});

/** jsii declares constants as strings; which, the unit tests hold. */
describe('the constants are strings', () => {
  it('so that both spellings are the same argument', () => {
    expectTypeOf(OnDegraded.REPLACE).toEqualTypeOf<string>();
    expectTypeOf<WebhookEndpointConfig['onDegraded']>().toEqualTypeOf<string | undefined>();
    expectTypeOf(Refresh.EACH).toEqualTypeOf<string>();
    expectTypeOf(LookAlikes.REFUSE).toEqualTypeOf<string>();
    expectTypeOf({
      refresh: Refresh.EACH,
      unavailableOperations: [PlatformOperation.WEBHOOKS_UPDATE, 'apiKeys.get'],
    }).toExtend<SvcProviderConfig>();
  });

  it('and one that does not exist is an error', () => {
    expectTypeOf<typeof OnDegraded>().not.toHaveProperty('HEAL');
    expectTypeOf<typeof PlatformOperation>().not.toHaveProperty('WEBHOOKS_CREATE');
  });
});

describe('a policy of the constructs', () => {
  it('has the rules of a policy file, and what to do about a finding', () => {
    expectTypeOf<Exclude<keyof SvcPolicyConfig, 'onViolation'>>().toEqualTypeOf<RuleName>();
    expectTypeOf<Omit<SvcPolicyConfig, 'onViolation'>>().toExtend<Policy>();
    expectTypeOf<keyof Policy>().toEqualTypeOf<RuleName>();
  });

  it('is an aspect, and its constants are strings', () => {
    expectTypeOf<SvcPolicy>().toExtend<IAspect>();
    expectTypeOf(PolicyAction.WARN).toEqualTypeOf<string>();
    expectTypeOf(SvcPolicy.accept).parameter(1).toEqualTypeOf<string>();
    expectTypeOf(PolicyRule.ALLOWED_HOSTS).toEqualTypeOf<string>();
    expectTypeOf<typeof PolicyRule>().not.toHaveProperty('FORBID_EVERYTHING');
  });
});
