import { App, Aspects, Fn, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import {
  ApiKey,
  ApiScope,
  DataSvcTenant,
  EventType,
  OnDegraded,
  SvcFunctions,
  SvcPolicy,
  SvcProvider,
  WebhookEndpoint,
} from 'cdktf-provider-svc';
import type { Construct } from 'constructs';

/** A team's alerts and incidents go to three receivers, and its dashboard reads them with a key of its own. */
class SecurityOperations extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);

    // Address and key come from SVC_BASE_URL and SVC_API_KEY, so neither stands in the program.
    new SvcProvider(this, 'svc');
    // A synthesis fails if a key may do everything, or stays longer than 90 days.
    Aspects.of(this).add(new SvcPolicy({ forbidUnrestricted: true, maxKeyAgeDays: 90 }));

    const receivers = new TerraformVariable(this, 'receivers_url', {
      description: 'Base address of the receivers',
      type: 'string',
      default: 'https://receivers.example.com',
    });
    // Set it with TF_VAR_signing_secret; the value reaches the state but never cdk.tf.json.
    const signingSecret = new TerraformVariable(this, 'signing_secret', {
      description: 'Signs every delivery; the receivers verify with it',
      type: 'string',
      sensitive: true,
    });

    const alerts = new WebhookEndpoint(this, 'alerts', {
      url: `${receivers.stringValue}/alerts`,
      events: [EventType.ALERT_CREATED, EventType.ALERT_SEVERITY_CHANGED],
      secret: signingSecret.stringValue,
    });

    // The pager must not stay silent: when the platform gives up on it, the next deploy registers it anew.
    const pager = new WebhookEndpoint(this, 'pager', {
      url: `${receivers.stringValue}/pager`,
      events: [EventType.INCIDENT_CREATED],
      secret: signingSecret.stringValue,
      onDegraded: OnDegraded.REPLACE,
    });

    new WebhookEndpoint(this, 'archive', {
      url: `${receivers.stringValue}/archive`,
      events: [EventType.INCIDENT_CREATED, EventType.INCIDENT_CONTAINED],
      secret: signingSecret.stringValue,
    });

    // After 90 days a deploy issues a new key in place; the old one works for another week.
    const tenant = new DataSvcTenant(this, 'tenant', { tenant: 'Acme' });
    const dashboard = new ApiKey(this, 'dashboard', {
      name: 'dashboard',
      tenantId: tenant.id,
      scopes: [ApiScope.ALERTS_READ, ApiScope.INCIDENT_READ],
      rotation: { afterDays: 90, overlapDays: 7 },
    });

    new TerraformOutput(this, 'alerts_endpoint', { value: alerts.id });
    new TerraformOutput(this, 'pager_status', { value: pager.status });
    new TerraformOutput(this, 'dashboard_environment', {
      value: Fn.nonsensitive(SvcFunctions.keyEnvironment(dashboard.key)),
    });
    new TerraformOutput(this, 'dashboard_key', { value: dashboard.key, sensitive: true });
  }
}

const app = new App();
new SecurityOperations(app, 'security-operations');
app.synth();
