terraform {
  required_providers {
    svc = {
      source = "svc/svc"
    }
  }
}

provider "svc" {}

variable "signing_secret" {
  type      = string
  sensitive = true
}

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
