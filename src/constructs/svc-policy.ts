import { readFileSync } from 'node:fs';
import type { IAspect } from 'cdktf';
import type { IConstruct, MetadataEntry } from 'constructs';
import { annotateFindings } from './policy/annotate-findings';
import { findingsOn } from './policy/judge-construct';
import { markPolicy } from './policy/policies';
import { dayInUtc } from './policy/rules/accepted-risks';
import { type Policy, parsePolicy, readPolicy } from './policy/rules/policy';
import type { SvcPolicyConfig } from './policy/rules/svc-policy-config';
import { PolicyAction } from './policy-action';

const actions: readonly string[] = [PolicyAction.ERROR, PolicyAction.WARN];

/**
 * Rules for the keys and endpoints of a stack, as an aspect. A synthesis judges what is a plain value in an `ApiKey` or a
 * `WebhookEndpoint`, after setters and aspects. `npx --no cdktf-provider-svc report PLAN --policy FILE` judges the rest in the
 * plan: tokens, overrides, modules, and resources without a construct of this package. If several policies apply, each holds.
 *
 * @example
 *
 * import { App, Aspects, TerraformStack } from 'cdktf';
 * import { SvcPolicy } from 'cdktf-provider-svc';
 *
 * const stack = new TerraformStack(new App(), 'security');
 * Aspects.of(stack).add(new SvcPolicy({ forbidUnrestricted: true, allowedHosts: ['*.example.com'] }));
 */
export class SvcPolicy implements IAspect {
  /**
   * Reads a policy from a JSON file with the rules, which `npx --no cdktf-provider-svc report PLAN --policy FILE` reads,
   * too.
   *
   * @param file path of the file
   * @param onViolation what a synthesis does about a finding; "error" by default
   */
  public static fromFile(file: string, onViolation?: string): SvcPolicy {
    const policy = new SvcPolicy({ onViolation });
    try {
      policy.policy = readPolicy(readFileSync(file, 'utf8'));
    } catch (error) {
      throw new Error(`The policy ${file} cannot be used. ${error instanceof Error ? error.message : error}`);
    }
    return policy;
  }

  private policy: Policy;
  private readonly isStrict: boolean;
  private readonly said = new WeakMap<IConstruct, readonly MetadataEntry[]>();

  /**
   * Creates a policy. It applies as soon as it is added to a scope.
   *
   * @param config rules of the policy
   */
  public constructor(config: SvcPolicyConfig) {
    const { onViolation = PolicyAction.ERROR, ...rules } = config;
    if (!actions.includes(onViolation))
      throw new Error(`SvcPolicy: onViolation: "${onViolation}" is not a choice. Give "error" or "warn".`);
    markPolicy(this);
    this.isStrict = onViolation === PolicyAction.ERROR;
    try {
      this.policy = parsePolicy(rules);
    } catch (error) {
      throw new Error(`SvcPolicy: ${error instanceof Error ? error.message : error}`);
    }
  }

  /**
   * Judges a key or an endpoint. cdktf calls this, and the provider again after all aspects: the last judgement holds.
   *
   * @param node construct that is visited
   */
  public visit(node: IConstruct): void {
    const findings = findingsOn(node, this.policy, dayInUtc(Date.now()));
    this.said.set(node, annotateFindings(node, findings, this.isStrict, this.said.get(node)));
  }
}
