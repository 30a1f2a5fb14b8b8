# Endpoints and keys whose state is in PostgreSQL. CI gives what is secret: PG_CONN_STR, SVC_API_KEY and
# TF_VAR_signing_secret. docs/remote-state.md says what this means for runs that are killed.

terraform {
  required_version = ">= 1.11"

  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1.0"
    }
  }

  # The connection comes from PG_CONN_STR. Terraform would store a conn_str that stands here in each saved plan.
  backend "pg" {
    schema_name = "security_production"
  }
}

provider "svc" {}

variable "signing_secret" {
  description = "Secret that deliveries are signed with; the receivers have it too."
  type        = string
  sensitive   = true
  ephemeral   = true
}

resource "svc_webhook_endpoint" "alerts" {
  url               = "https://hooks.example.com/alerts"
  events            = ["alert.created", "alert.severity_changed"]
  secret_wo         = var.signing_secret
  secret_wo_version = 1
}

resource "svc_api_key" "dashboard" {
  name      = "dashboard"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
