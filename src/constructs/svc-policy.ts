import { readFileSync } from 'node:fs';
import { Aspects, type IAspect, TerraformStack, Token } from 'cdktf';
import type { IConstruct } from 'constructs';
import { choicesOf } from './checks/choices';
import { sealProgram, sealStack } from './checks/seal';
import { acceptFinding } from './policy/acceptances';
import { registerPolicy } from './policy/applied-policies';
import { InvalidPolicy, isRuleName, parsePolicy, readPolicy, ruleNames } from './policy/rules/policy';
import { saysSomething } from './policy/rules/reason';
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
 * policies apply, what they found, and what is accepted.
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
      const { allowedScopes, allowedHosts, ...rules } = readPolicy(readFileSync(file, 'utf8'));
      return new SvcPolicy({
        ...rules,
        allowedScopes: allowedScopes && [...allowedScopes],
        allowedHosts: allowedHosts && [...allowedHosts],
        onViolation,
      });
    } catch (error) {
      throw new Error(`The policy ${file} cannot be used. ${error instanceof Error ? error.message : error}`);
    }
  }

  /**
   * Accepts the findings of one rule on one construct. The reason is written into `svc-policy.json`. If there is no
   * finding, the synthesis warns that the call can go.
   *
   * @param construct the key or the endpoint; the stack for blocks that only an override has made
   * @param rule name of the rule; `PolicyRule` has the names
   * @param reason why the finding is accepted, for reviewers
   */
  public static accept(construct: IConstruct, rule: string, reason: string): void {
    const place = `[${construct.node.path}] SvcPolicy.accept`;
    if (!isRuleName(rule)) {
      throw new Error(`${place}: "${rule}" is no rule. The rules are ${ruleNames.join(', ')}.`);
    }
    if (Token.isUnresolved(reason) || !saysSomething(reason)) {
      throw new Error(`${place}: The reason is empty. Say why ${rule} is accepted here, in plain words.`);
    }
    acceptFinding({ construct, rule, reason: reason.trim() });
    sealStack(TerraformStack.of(construct));
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
