import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * What an ephemeral variable is.
 */
export interface EphemeralVariableConfig {
  /**
   * Type of the value, in Terraform's words; `VariableType` has the common ones.
   *
   * @default "string"
   */
  readonly valueType?: string;

  /**
   * What the variable is for, for people who are asked for its value.
   *
   * @default - nothing is said
   */
  readonly description?: string;
}

/**
 * A variable whose value Terraform records nowhere: neither in a saved plan nor in the state (Terraform 1.10 and
 * newer). It is the one for `secretWo` of a `WebhookEndpoint`, and for `apiKey` of an `SvcProvider`. Terraform reads
 * the value from `TF_VAR_<name>`, for a plan and again for the apply. Arguments that are stored refuse it.
 */
export class EphemeralVariable extends TerraformVariable {
  /**
   * Declares an ephemeral, sensitive variable without a default.
   *
   * @param scope construct that this variable belongs to
   * @param id name of the variable, unique within the scope
   * @param config what the variable is
   */
  public constructor(scope: Construct, id: string, config: EphemeralVariableConfig = {}) {
    const { valueType: type = 'string', description } = config;
    super(scope, id, { type, description, sensitive: true });
    // cdktf 0.21 has no property for it.
    this.addOverride('ephemeral', true);
  }
}
