import type { IAspect } from 'cdktf';
import type { SvcPolicy, SvcPolicyConfig } from 'cdktf-provider-svc';
import { expectTypeOf, it } from 'vitest';
import type { RuleName } from '../../src/constructs/policy/rules/policy';

it('a policy of the constructs has the rules of a policy file, and what to do about a finding', () => {
  expectTypeOf<Exclude<keyof SvcPolicyConfig, 'onViolation'>>().toEqualTypeOf<RuleName>();
  expectTypeOf<SvcPolicy>().toExtend<IAspect>();
});
