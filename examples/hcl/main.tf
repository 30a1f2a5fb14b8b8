# A team's endpoints and keys, for people who write HCL.
# Runs as it stands: SVC_BASE_URL and SVC_API_KEY say where, TF_VAR_signing_secret holds the secret.

terraform {
  required_version = ">= 1.8"

  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1.0"
    }
  }
}

provider "svc" {}

variable "signing_secret" {
  description = "Secret that deliveries are signed with; the receivers have it too."
  type        = string
  sensitive   = true
}

data "svc_tenant" "acme" {
  tenant = "Acme"
}

resource "svc_webhook_endpoint" "alerts" {
  url    = "https://hooks.example.com/alerts"
  events = ["alert.created", "alert.severity_changed"]
  secret = var.signing_secret
}

resource "svc_webhook_endpoint" "incidents" {
  url         = "https://hooks.example.com/incidents"
  events      = ["incident.created", "incident.contained"]
  secret      = var.signing_secret
  on_degraded = "replace"
}

resource "svc_api_key" "reporting" {
  name      = "reporting"
  tenant_id = data.svc_tenant.acme.id
  scopes    = ["alerts:read", "compliance:read"]
}

output "endpoints" {
  value = {
    alerts    = svc_webhook_endpoint.alerts.id
    incidents = svc_webhook_endpoint.incidents.id
  }
}

output "reporting_key" {
  value     = svc_api_key.reporting.key
  sensitive = true
}
