import { readFileSync } from 'node:fs';
import type { IAspect } from 'cdktf';
import type { IConstruct, MetadataEntry } from 'constructs';
import { annotateFindings } from './policy/annotate-findings';
import { findingsOn } from './policy/judge-construct';
import { markPolicy } from './policy/policies';
import { dayInUtc } from './policy/rules/accepted-risks';
import { type Policy, parsePolicy, readPolicy } from './policy/rules/policy';
import { PolicyAction } from './policy-action';

const actions: readonly string[] = [PolicyAction.ERROR, PolicyAction.WARN];

/**
 * Rules of a policy. A rule that is absent has no effect.
 */
export interface SvcPolicyConfig {
  /**
   * Refuses keys that may do everything: those with `unrestricted: true`, and those without scopes.
   *
   * @default false
   */
  readonly forbidUnrestricted?: boolean;

  /**
   * The only scopes that a key may have, for example `ApiScope.ALERTS_READ`. An empty list allows none. A key without
   * scopes is refused, too.
   *
   * @default - any scope
   */
  readonly allowedScopes?: string[];

  /**
   * Scopes that no key may have, for example `ApiScope.INCIDENT_RESPOND`. A key without scopes is refused, too.
   *
   * @default - none
   */
  readonly deniedScopes?: string[];

  /**
   * The only tenants that a key may be bound to, by their ids. An empty list allows none.
   *
   * @default - any tenant
   */
  readonly allowedTenants?: string[];

  /**
   * Refuses keys for production: each has the environment `test`. Only a plan shows it, so the report judges this rule.
   *
   * @default false
   */
  readonly forbidLive?: boolean;

  /**
   * The only hosts that receive deliveries: `hooks.example.com`, or `*.example.com` for all names below example.com,
   * at any depth and without example.com itself. Ports do not matter. An empty list allows none.
   *
   * @default - any host
   */
  readonly allowedHosts?: string[];

  /**
   * Requires a rotation with `afterDays` or with triggers for each key.
   *
   * @default false
   */
  readonly requireRotation?: boolean;

  /**
   * Largest `rotation.afterDays` of a key, from 1 to 3650. A key without `afterDays` is refused. It judges the
   * configuration, not how old a key is. The overlap, for which the previous key still works, does not count.
   *
   * @default - any age
   */
  readonly maxKeyAgeDays?: number;

  /**
   * Refuses `secret` of an endpoint, which saved plans and the state hold. `secretWo` is allowed.
   *
   * @default false
   */
  readonly requireWriteOnlySecrets?: boolean;

  /**
   * Largest number of event types of one endpoint, at least 1.
   *
   * @default - any number
   */
  readonly maxEvents?: number;

  /**
   * What a synthesis does about a finding. `PolicyAction` has the choices.
   *
   * @default "error"
   */
  readonly onViolation?: string;
}

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
    if (!actions.includes(onViolation)) {
      throw new Error(`SvcPolicy: onViolation: "${onViolation}" is not a choice. Give "error" or "warn".`);
    }
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
