import type { TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { withoutNulls } from './checks/without-nulls';
import { refuseRecordedVariables } from './checks/write-only';
import { WebhookEndpointBase } from './gen/webhook-endpoint';

/**
 * Configuration of a webhook endpoint.
 */
export interface WebhookEndpointConfig extends TerraformMetaArguments {
  /**
   * Address that receives the deliveries: HTTPS, or HTTP for a loopback host.
   *
   * @example 'https://hooks.example.com/alerts'
   */
  readonly url: string;

  /**
   * Event types to subscribe to, at least one; order does not matter. `EventType` has the known names, and
   * any other name is accepted too.
   *
   * @example [EventType.ALERT_CREATED]
   */
  readonly events: string[];

  /**
   * Signing secret for the deliveries: the receiver checks X-SVC-Signature-256 with it. The Terraform state stores the
   * secret. A literal is refused. Give a sensitive `TerraformVariable` without a default, or an attribute of a data source
   * or of another resource.
   *
   * @default - none, which takes `secretWo`
   * @example new TerraformVariable(stack, 'signing_secret', { sensitive: true }).stringValue
   */
  readonly secret?: string;

  /**
   * The signing secret, write-only: the provider stores it in no plan and no state (Terraform 1.11 and newer). Give an
   * `EphemeralVariable`, or an attribute of an ephemeral resource. A variable that is not ephemeral is refused, because
   * Terraform stores its value in each saved plan. A literal is refused too.
   *
   * @default - none, which takes `secret`
   * @example new EphemeralVariable(stack, 'signing_secret').stringValue
   */
  readonly secretWo?: string;

  /**
   * Version number of `secretWo`. Raise it whenever `secretWo` changes: Terraform cannot see that change.
   *
   * @default - none; `secretWo` takes one
   * @example 1
   */
  readonly secretWoVersion?: number;

  /**
   * What to do after the platform has given up on the endpoint (status `degraded`). "warn" reports it in every plan.
   * "replace" plans a new registration: only a new one is active again. "ignore" reports nothing. `OnDegraded` has
   * these choices.
   *
   * @default "warn"
   * @example OnDegraded.REPLACE
   */
  readonly onDegraded?: string;
}

/**
 * A registered address that receives signed event deliveries.
 *
 * @see docs/resources/webhook_endpoint.md
 */
export class WebhookEndpoint extends WebhookEndpointBase {
  /**
   * Registers a webhook endpoint.
   *
   * @param scope construct that this endpoint belongs to
   * @param id name of the endpoint, unique within the scope
   * @param config configuration of the endpoint
   */
  public constructor(scope: Construct, id: string, config: WebhookEndpointConfig) {
    super(scope, id, withoutNulls(config));
    if (this.secretWoInput !== undefined && (this.secretWoVersionInput ?? undefined) === undefined)
      throw new Error(
        `[${this.node.path}] svc_webhook_endpoint.secret_wo_version: secret_wo has no version, so Terraform could not see a ` +
          'change of it. Give a number, and raise it whenever the secret changes.',
      );
    refuseRecordedVariables(this, 'secret_wo', () => this.secretWoInput);
  }
}
