package example;

import com.hashicorp.cdktf.App;
import com.hashicorp.cdktf.Aspects;
import com.hashicorp.cdktf.Fn;
import com.hashicorp.cdktf.TerraformOutput;
import com.hashicorp.cdktf.TerraformStack;
import com.hashicorp.cdktf.TerraformVariable;
import dev.svc.cdktf.provider.ApiKey;
import dev.svc.cdktf.provider.ApiKeyRotation;
import dev.svc.cdktf.provider.ApiScope;
import dev.svc.cdktf.provider.DataSvcTenant;
import dev.svc.cdktf.provider.EventType;
import dev.svc.cdktf.provider.OnDegraded;
import dev.svc.cdktf.provider.SvcFunctions;
import dev.svc.cdktf.provider.SvcPolicy;
import dev.svc.cdktf.provider.SvcProvider;
import dev.svc.cdktf.provider.WebhookEndpoint;
import java.util.List;
import software.constructs.Construct;

/** A team's alerts and incidents go to three receivers, and its dashboard reads them with a key of its own. */
public final class SecurityOperations extends TerraformStack {
    private SecurityOperations(final Construct scope, final String id) {
        super(scope, id);

        // Address and key come from SVC_BASE_URL and SVC_API_KEY, so neither stands in the program.
        new SvcProvider(this, "svc");
        // A synthesis fails if a key may do everything, or stays longer than 90 days.
        Aspects.of(this)
                .add(SvcPolicy.Builder.create().forbidUnrestricted(true).maxKeyAgeDays(90).build());

        final TerraformVariable receivers = TerraformVariable.Builder.create(this, "receivers_url")
                .description("Base address of the receivers")
                .type("string")
                .defaultValue("https://receivers.example.com")
                .build();
        // Set it with TF_VAR_signing_secret; the value reaches the state but never cdk.tf.json.
        final TerraformVariable signingSecret = TerraformVariable.Builder.create(this, "signing_secret")
                .description("Signs every delivery; the receivers verify with it")
                .type("string")
                .sensitive(true)
                .build();

        final WebhookEndpoint alerts = WebhookEndpoint.Builder.create(this, "alerts")
                .url(receivers.getStringValue() + "/alerts")
                .events(List.of(EventType.ALERT_CREATED, EventType.ALERT_SEVERITY_CHANGED))
                .secret(signingSecret.getStringValue())
                .build();

        // The pager must not stay silent: when the platform gives up on it, the next deploy registers it anew.
        final WebhookEndpoint pager = WebhookEndpoint.Builder.create(this, "pager")
                .url(receivers.getStringValue() + "/pager")
                .events(List.of(EventType.INCIDENT_CREATED))
                .secret(signingSecret.getStringValue())
                .onDegraded(OnDegraded.REPLACE)
                .build();

        WebhookEndpoint.Builder.create(this, "archive")
                .url(receivers.getStringValue() + "/archive")
                .events(List.of(EventType.INCIDENT_CREATED, EventType.INCIDENT_CONTAINED))
                .secret(signingSecret.getStringValue())
                .build();

        // After 90 days a deploy issues a new key in place; the old one works for another week.
        final DataSvcTenant tenant = DataSvcTenant.Builder.create(this, "tenant").tenant("Acme").build();
        final ApiKey dashboard = ApiKey.Builder.create(this, "dashboard")
                .name("dashboard")
                .tenantId(tenant.getId())
                .scopes(List.of(ApiScope.ALERTS_READ, ApiScope.INCIDENT_READ))
                .rotation(ApiKeyRotation.builder().afterDays(90).overlapDays(7).build())
                .build();

        TerraformOutput.Builder.create(this, "alerts_endpoint").value(alerts.getId()).build();
        TerraformOutput.Builder.create(this, "pager_status").value(pager.getStatus()).build();
        TerraformOutput.Builder.create(this, "dashboard_environment")
                .value(Fn.nonsensitive(SvcFunctions.keyEnvironment(dashboard.getKey())))
                .build();
        TerraformOutput.Builder.create(this, "dashboard_key").value(dashboard.getKey()).sensitive(true).build();
    }

    public static void main(final String[] arguments) {
        final App app = new App();
        new SecurityOperations(app, "security-operations");
        app.synth();
    }
}
