import type { TerraformMetaArguments } from 'cdktf';
import type { Construct } from 'constructs';
import { guard, type Rules } from './checks/guard';
import { notEmpty, oneOf, within } from './checks/rules';
import { endpointSecrets } from './checks/sealed-blocks';
import { hasNotTwoSecrets, hasSecret, hasVersionOfWriteOnlySecret } from './checks/signing-secret';
import { OnDegraded } from './gen/on-degraded';
import { WebhookEndpointBase } from './gen/webhook-endpoint';

const rules: Rules = {
  always: [
    ...endpointSecrets,
    notEmpty('events', 'Name at least one event type, for example EventType.ALERT_CREATED.'),
    oneOf('on_degraded', Object.values(OnDegraded)),
    within('secret_wo_version', 0, Number.MAX_SAFE_INTEGER, 'Give a whole number, 0 or more.'),
    hasNotTwoSecrets,
    hasVersionOfWriteOnlySecret,
  ],
  atSynthesis: [hasSecret],
};

/**
 * What a webhook endpoint is made of.
 */
export interface WebhookEndpointConfig extends TerraformMetaArguments {
  /**
   * Address that receives the deliveries: HTTPS, or HTTP for a loopback host.
   */
  readonly url: string;

  /**
   * Event types to subscribe to, at least one; order does not matter. `EventType` has the known names, and
   * any other name is accepted too.
   */
  readonly events: string[];

  /**
   * Signing secret for the deliveries (the receiver checks X-SVC-Signature-256 with it). It is kept in the
   * Terraform state. A literal is refused, in any case of an expression: give a sensitive `TerraformVariable`
   * without a default, or an attribute of a data source or of another resource.
   *
   * @default - none, which takes `secretWo`
   */
  readonly secret?: string;

  /**
   * The signing secret, write-only: the provider puts it into no plan and no state (Terraform 1.11 and newer). Give
   * an `EphemeralVariable`, or an attribute of an ephemeral resource. A variable that is not ephemeral is refused,
   * because Terraform records its value in each saved plan. A literal is refused too.
   *
   * @default - none, which takes `secret`
   */
  readonly secretWo?: string;

  /**
   * Number to raise whenever `secretWo` changes, since Terraform cannot see that it did.
   *
   * @default - none; `secretWo` takes one
   */
  readonly secretWoVersion?: number;

  /**
   * What to do when the platform has given up on the endpoint (status `degraded`): "warn" names it in every
   * plan, "replace" plans a new registration, which alone is active again, "ignore" says nothing. `OnDegraded` has
   * these choices.
   *
   * @default "warn"
   */
  readonly onDegraded?: string;
}

/**
 * A registered address that receives signed event deliveries.
 */
export class WebhookEndpoint extends WebhookEndpointBase {
  /**
   * Registers a webhook endpoint.
   *
   * @param scope construct that this endpoint belongs to
   * @param id name of the endpoint, unique within the scope
   * @param config what the endpoint is made of
   */
  public constructor(scope: Construct, id: string, config: WebhookEndpointConfig) {
    super(scope, id, config);
    guard(this, () => this.synthesizeAttributes(), rules);
  }
}
