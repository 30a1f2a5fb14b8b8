/** Blocks that both stacks have. */
const unchanged = `
resource "svc_api_key" "break_glass" {
  name         = "break-glass"
  tenant_id    = "ten_acme"
  unrestricted = true
}

resource "svc_webhook_endpoint" "pager" {
  url         = "https://pager.acme.example/hooks"
  events      = ["incident.created", "incident.contained"]
  secret      = var.signing_secret
  on_degraded = "replace"
}

resource "svc_webhook_endpoint" "archive" {
  url    = "https://archive.acme.example/store"
  events = ["alert.created", "alert.severity_changed", "incident.created", "incident.contained"]
  secret = var.signing_secret
}
`;

/**
 * A small team's stack before and after a change that somebody should look at twice: scopes widen, a key loses its
 * limits, deliveries move to another host, and an endpoint is registered anew because it is degraded.
 */
export const before = stackOf(`
resource "svc_api_key" "ci" {
  name      = "ci"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read", "devices:read"]
}

resource "svc_api_key" "nightly_export" {
  name      = "nightly-export"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read", "alerts:write", "compliance:read", "incident:read"]
}

resource "svc_api_key" "migration" {
  name      = "migration"
  tenant_id = "ten_globex"
  scopes    = ["tenants:read", "devices:read", "identity:read"]
}

resource "svc_api_key" "former_vendor" {
  name      = "former-vendor"
  tenant_id = "ten_globex"
  scopes    = ["alerts:read", "incident:read"]
}

resource "svc_webhook_endpoint" "siem" {
  url    = "https://siem.acme.example/events"
  events = ["alert.created", "alert.severity_changed"]
  secret = var.signing_secret
}

resource "terraform_data" "runbook" {
  input = "2026-10"
}
`);

export const after = stackOf(`
resource "svc_api_key" "ci" {
  name      = "ci"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read", "devices:read", "incident:respond"]
}

resource "svc_api_key" "nightly_export" {
  name      = "nightly-export"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read", "compliance:read", "incident:read"]
}

resource "svc_api_key" "migration" {
  name         = "migration"
  tenant_id    = "ten_globex"
  unrestricted = true
}

resource "svc_api_key" "responder" {
  name      = "responder"
  tenant_id = "ten_globex"
  scopes    = ["incident:read", "incident:respond"]
}

resource "svc_webhook_endpoint" "siem" {
  url    = "https://ingest.siem-cloud.example/acme"
  events = ["alert.created", "incident.created"]
  secret = var.signing_secret
}

resource "terraform_data" "runbook" {
  input = "2026-11"
}

resource "terraform_data" "dashboards" {
  input = ["alerts", "incidents"]
}
`);

function stackOf(resources: string): string {
  return `variable "signing_secret" {
  type      = string
  sensitive = true
}
${resources}${unchanged}`;
}
