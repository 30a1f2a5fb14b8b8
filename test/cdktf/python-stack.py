"""The stack of python.test.ts: every construct of the package, as a Python program uses it."""

import os

from cdktf import App, Aspects, TerraformStack, TerraformVariable
from cdktf_provider_svc import (
    ApiKey,
    ApiKeyRotation,
    ApiScope,
    DataSvcTenants,
    EphemeralVariable,
    EventType,
    OnDegraded,
    PlatformOperation,
    PolicyAction,
    PolicyRule,
    Refresh,
    SvcPolicy,
    SvcProvider,
    WebhookEndpoint,
)

app = App(outdir=os.environ["OUTDIR"])
stack = TerraformStack(app, "python")
SvcProvider(
    stack,
    "svc",
    refresh=Refresh.EACH,
    unavailable_operations=[PlatformOperation.WEBHOOKS_GET],
)
signing_secret = TerraformVariable(stack, "signing_secret", sensitive=True)
tenants = DataSvcTenants(stack, "tenants")
WebhookEndpoint(
    stack,
    "alerts",
    url="https://hooks.example.com/alerts",
    events=[EventType.ALERT_CREATED, "compliance.triggered"],
    secret=os.environ.get("LITERAL_SECRET") or signing_secret.string_value,
    on_degraded=OnDegraded.REPLACE,
)
kept_secret = EphemeralVariable(stack, "kept_secret")
WebhookEndpoint(
    stack,
    "archive",
    url="https://hooks.example.com/archive",
    events=[EventType.ALERT_CREATED],
    secret_wo=(signing_secret if os.environ.get("RECORDED_SECRET") else kept_secret).string_value,
    secret_wo_version=1,
)
dashboard = ApiKey(
    stack,
    "dashboard",
    name="dashboard",
    tenant_id=tenants.tenants.get(0).id,
    scopes=[ApiScope.ALERTS_READ],
    rotation=ApiKeyRotation(after_days=90, overlap_days=7),
)
Aspects.of(stack).add(
    SvcPolicy(
        forbid_unrestricted=True,
        max_key_age_days=30,
        require_write_only_secrets=True,
        on_violation=PolicyAction.ERROR if os.environ.get("STRICT_POLICY") else PolicyAction.WARN,
    )
)
SvcPolicy.accept(dashboard, PolicyRule.MAX_KEY_AGE_DAYS, "The dashboard rotates with the quarter.")
app.synth()
