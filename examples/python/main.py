from cdktf import App, Aspects, Fn, TerraformOutput, TerraformStack, TerraformVariable
from cdktf_provider_svc import (
    ApiKey,
    ApiKeyRotation,
    ApiScope,
    DataSvcTenant,
    EventType,
    OnDegraded,
    SvcFunctions,
    SvcPolicy,
    SvcProvider,
    WebhookEndpoint,
)
from constructs import Construct


class SecurityOperations(TerraformStack):
    """A team's alerts and incidents go to three receivers, and its dashboard reads them with a key of its own."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)

        # Address and key come from SVC_BASE_URL and SVC_API_KEY, so neither stands in the program.
        SvcProvider(self, "svc")
        # A synthesis fails if a key may do everything, or stays longer than 90 days.
        Aspects.of(self).add(SvcPolicy(forbid_unrestricted=True, max_key_age_days=90))

        receivers = TerraformVariable(
            self,
            "receivers_url",
            description="Base address of the receivers",
            type="string",
            default="https://receivers.example.com",
        )
        # Set it with TF_VAR_signing_secret; the value reaches the state but never cdk.tf.json.
        signing_secret = TerraformVariable(
            self,
            "signing_secret",
            description="Signs every delivery; the receivers verify with it",
            type="string",
            sensitive=True,
        )

        alerts = WebhookEndpoint(
            self,
            "alerts",
            url=f"{receivers.string_value}/alerts",
            events=[EventType.ALERT_CREATED, EventType.ALERT_SEVERITY_CHANGED],
            secret=signing_secret.string_value,
        )

        # The pager must not stay silent: when the platform gives up on it, the next deploy registers it anew.
        pager = WebhookEndpoint(
            self,
            "pager",
            url=f"{receivers.string_value}/pager",
            events=[EventType.INCIDENT_CREATED],
            secret=signing_secret.string_value,
            on_degraded=OnDegraded.REPLACE,
        )

        WebhookEndpoint(
            self,
            "archive",
            url=f"{receivers.string_value}/archive",
            events=[EventType.INCIDENT_CREATED, EventType.INCIDENT_CONTAINED],
            secret=signing_secret.string_value,
        )

        # After 90 days a deploy issues a new key in place; the old one works for another week.
        tenant = DataSvcTenant(self, "tenant", tenant="Acme")
        dashboard = ApiKey(
            self,
            "dashboard",
            name="dashboard",
            tenant_id=tenant.id,
            scopes=[ApiScope.ALERTS_READ, ApiScope.INCIDENT_READ],
            rotation=ApiKeyRotation(after_days=90, overlap_days=7),
        )

        TerraformOutput(self, "alerts_endpoint", value=alerts.id)
        TerraformOutput(self, "pager_status", value=pager.status)
        environment = SvcFunctions.key_environment(dashboard.key)
        TerraformOutput(self, "dashboard_environment", value=Fn.nonsensitive(environment))
        TerraformOutput(self, "dashboard_key", value=dashboard.key, sensitive=True)


app = App()
SecurityOperations(app, "security-operations")
app.synth()
