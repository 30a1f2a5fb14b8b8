import type { Construct } from 'constructs';
import { refuseRecordedVariables } from './checks/write-only';
import { WebhookEndpointBase, type WebhookEndpointConfig } from './gen/webhook-endpoint';

/**
 * A registered address that receives signed event deliveries. `EventType` has the known names of `events`, and any other name
 * is accepted, too; `OnDegraded` has the choices of `onDegraded`.
 *
 * A secret that is a literal is refused. For `secret`, give a sensitive `TerraformVariable` without a default, or an attribute
 * of a data source or of another resource. For `secretWo`, give an `EphemeralVariable`, or an attribute of an ephemeral
 * resource: Terraform stores the value of a variable that is not ephemeral in each saved plan.
 *
 * @see docs/resources/webhook_endpoint.md
 * @example
 *
 * import { App, TerraformStack } from 'cdktf';
 * import { EphemeralVariable, EventType, OnDegraded, WebhookEndpoint } from 'cdktf-provider-svc';
 *
 * const stack = new TerraformStack(new App(), 'security');
 * new WebhookEndpoint(stack, 'alerts', {
 *   url: 'https://hooks.example.com/alerts',
 *   events: [EventType.ALERT_CREATED],
 *   secretWo: new EphemeralVariable(stack, 'signing_secret').stringValue,
 *   secretWoVersion: 1,
 *   onDegraded: OnDegraded.REPLACE,
 * });
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
    super(scope, id, config);
    refuseRecordedVariables(this, 'secret_wo', () => this.secretWoInput);
  }
}
