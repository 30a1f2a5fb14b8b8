import { TerraformVariable } from 'cdktf';
import type { Construct } from 'constructs';

/**
 * Configuration of an ephemeral variable.
 */
export interface EphemeralVariableConfig {
  /**
   * Type of the value, in Terraform's syntax. `VariableType` has the common ones.
   *
   * @default "string"
   */
  readonly valueType?: string;

  /**
   * Purpose of the variable. Terraform shows it when it asks a person for the value.
   *
   * @default - no description
   */
  readonly description?: string;
}

/**
 * A variable whose value Terraform stores nowhere: neither in a saved plan nor in the state (Terraform 1.10 and newer).
 * Use it for `secretWo` of a `WebhookEndpoint`, and for `apiKey` of an `SvcProvider`. Terraform reads the value from
 * `TF_VAR_<name>`, for a plan and again for the apply. Arguments that are stored refuse it.
 */
export class EphemeralVariable extends TerraformVariable {
  /**
   * Declares an ephemeral, sensitive variable without a default.
   *
   * @param scope construct that this variable belongs to
   * @param id name of the variable, unique within the scope
   * @param config configuration of the variable
   */
  public constructor(scope: Construct, id: string, config: EphemeralVariableConfig = {}) {
    const { valueType: type = 'string', description } = config;
    super(scope, id, { type, description, sensitive: true });
    // TerraformVariable has no property for `ephemeral`.
    this.addOverride('ephemeral', true);
  }
}
