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
