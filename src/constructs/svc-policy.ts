import { readFileSync } from 'node:fs';
import { Aspects, type IAspect, TerraformElement, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { choicesOf } from './checks/choices';
import { sealProgram, sealStack } from './checks/seal';
import { accept, addressOf } from './policy/acceptances';
import { registerPolicy } from './policy/applied-policies';
import { acceptedRisk } from './policy/rules/accepted-risks';
import { InvalidPolicy, parsePolicy, readPolicy, ruleNames } from './policy/rules/policy';
import { PolicyAction } from './policy-action';

const actions = choicesOf(PolicyAction);

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
   * Largest `rotation.afterDays` of a key, from 1 to 3650. A key without `afterDays` is refused. The overlap, for
   * which the previous key still works, does not count.
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
 * Rules for the keys and endpoints of a stack, checked at synthesis in the finished configuration. So the policy
 * also sees lazy values, setters, overrides, other aspects, and resources without a construct of this package. If
 * several policies apply, each of them holds. `svc-policy.json`, beside the `cdk.tf.json` of the stack, says which
 * policies apply.
 *
 * A value that only Terraform knows is not judged. The synthesis says so, and `npx cdktf-provider-svc report PLAN
 * --policy FILE` judges it in the plan.
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
   * Adds a policy to a stack, to a construct in it, or to the App, for everything below.
   *
   * @param scope construct to which the policy applies
   * @param config rules of the policy
   */
  public static apply(scope: IConstruct, config: SvcPolicyConfig): SvcPolicy {
    const policy = new SvcPolicy(config);
    Aspects.of(scope).add(policy);
    sealProgram(scope);
    return policy;
  }

  /**
   * Reads a policy from a JSON file with the rules, which `npx cdktf-provider-svc report PLAN --policy FILE` reads,
   * too.
   *
   * @param file path of the file
   * @param onViolation what a synthesis does about a finding; "error" by default
   */
  public static fromFile(file: string, onViolation?: string): SvcPolicy {
    try {
      const policy = readPolicy(readFileSync(file, 'utf8'));
      const applied = new SvcPolicy({ onViolation });
      registerPolicy(applied, { policy, isStrict: onViolation !== PolicyAction.WARN });
      return applied;
    } catch (error) {
      throw new Error(`The policy ${file} cannot be used. ${error instanceof Error ? error.message : error}`);
    }
  }

  /**
   * Accepts the finding of one rule on one construct, until a day. The synthesis writes it into `accepted-risks.json`
   * beside the `cdk.tf.json` of the stack, for `npx cdktf-provider-svc report PLAN --stack FOLDER`, which
   * warns if there is no such finding. Of a construct with `count` or `forEach`, the file of this name beside the program
   * accepts one instance.
   *
   * @param construct the key or the endpoint
   * @param rule name of the rule; `PolicyRule` has the names
   * @param reason why the finding is accepted, for reviewers
   * @param expires the last day on which it is accepted, in UTC, such as `2027-01-31`
   */
  public static accept(construct: IConstruct, rule: string, reason: string, expires: string): void {
    const place = `[${construct.node.path}] SvcPolicy.accept`;
    if (!TerraformElement.isTerraformElement(construct)) {
      throw new Error(`${place}: This is no key and no endpoint. Name the construct that has the finding.`);
    }
    if (Token.isUnresolved(reason)) throw new Error(`${place}: reason: Only Terraform knows it.`);
    const entry = () =>
      acceptedRisk({ rule, address: addressOf(construct), reason, expires }, place, ruleNames);
    const stack = TerraformStack.of(construct);
    entry();
    accept(stack, entry);
    sealStack(stack);
  }

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
    try {
      registerPolicy(this, {
        policy: parsePolicy(rules),
        isStrict: onViolation === PolicyAction.ERROR,
      });
    } catch (error) {
      if (error instanceof InvalidPolicy) throw new Error(`SvcPolicy: ${error.message}`);
      throw error;
    }
  }

  /**
   * Prepares the stack of a construct for the check at the end of the synthesis. cdktf calls this.
   *
   * @param node construct that is visited
   */
  public visit(node: IConstruct): void {
    sealStack(TerraformStack.of(node));
  }
}
