using Constructs;
using HashiCorp.Cdktf;
using Svc.Cdktf.Provider;

var app = new App();
_ = new SecurityOperations(app, "security-operations");
app.Synth();

/// <summary>
/// A team's alerts and incidents go to three receivers, and its dashboard reads them with a key of its own.
/// </summary>
internal sealed class SecurityOperations : TerraformStack
{
    public SecurityOperations(Construct scope, string id) : base(scope, id)
    {
        // Address and key come from SVC_BASE_URL and SVC_API_KEY, so neither stands in the program.
        _ = new SvcProvider(this, "svc");
        // A synthesis fails if a key may do everything, or stays longer than 90 days.
        Aspects.Of(this).Add(new SvcPolicy(new SvcPolicyConfig { ForbidUnrestricted = true, MaxKeyAgeDays = 90 }));

        var receivers = new TerraformVariable(this, "receivers_url", new TerraformVariableConfig
        {
            Description = "Base address of the receivers",
            Type = "string",
            Default = "https://receivers.example.com",
        });
        // Set it with TF_VAR_signing_secret; the value reaches the state but never cdk.tf.json.
        var signingSecret = new TerraformVariable(this, "signing_secret", new TerraformVariableConfig
        {
            Description = "Signs every delivery; the receivers verify with it",
            Type = "string",
            Sensitive = true,
        });

        var alerts = new WebhookEndpoint(this, "alerts", new WebhookEndpointConfig
        {
            Url = $"{receivers.StringValue}/alerts",
            Events = [EventType.ALERT_CREATED, EventType.ALERT_SEVERITY_CHANGED],
            Secret = signingSecret.StringValue,
        });

        // The pager must not stay silent: when the platform gives up on it, the next deploy registers it anew.
        var pager = new WebhookEndpoint(this, "pager", new WebhookEndpointConfig
        {
            Url = $"{receivers.StringValue}/pager",
            Events = [EventType.INCIDENT_CREATED],
            Secret = signingSecret.StringValue,
            OnDegraded = OnDegraded.REPLACE,
        });

        _ = new WebhookEndpoint(this, "archive", new WebhookEndpointConfig
        {
            Url = $"{receivers.StringValue}/archive",
            Events = [EventType.INCIDENT_CREATED, EventType.INCIDENT_CONTAINED],
            Secret = signingSecret.StringValue,
        });

        // After 90 days a deploy issues a new key in place; the old one works for another week.
        var tenant = new DataSvcTenant(this, "tenant", new DataSvcTenantConfig { Tenant = "Acme" });
        var dashboard = new ApiKey(this, "dashboard", new ApiKeyConfig
        {
            Name = "dashboard",
            TenantId = tenant.Id,
            Scopes = [ApiScope.ALERTS_READ, ApiScope.INCIDENT_READ],
            Rotation = new ApiKeyRotation { AfterDays = 90, OverlapDays = 7 },
        });

        _ = new TerraformOutput(this, "alerts_endpoint", new TerraformOutputConfig { Value = alerts.Id });
        _ = new TerraformOutput(this, "pager_status", new TerraformOutputConfig { Value = pager.Status });
        _ = new TerraformOutput(this, "dashboard_environment", new TerraformOutputConfig
        {
            Value = Fn.Nonsensitive(SvcFunctions.KeyEnvironment(dashboard.Key)),
        });
        _ = new TerraformOutput(this, "dashboard_key", new TerraformOutputConfig
        {
            Value = dashboard.Key,
            Sensitive = true,
        });
    }
}
