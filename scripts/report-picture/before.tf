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
