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
  type      = string
  sensitive = true
}

resource "svc_webhook_endpoint" "alerts" {
  url         = "https://hooks.example.com/alerts"
  events      = ["alert.created", "alert.severity_changed"]
  secret      = var.signing_secret
  on_degraded = "replace"
}
