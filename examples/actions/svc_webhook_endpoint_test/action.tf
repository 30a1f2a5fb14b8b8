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
  ephemeral = true
}

resource "svc_webhook_endpoint" "alerts" {
  url               = "https://hooks.example.com/alerts"
  events            = ["alert.created"]
  secret_wo         = var.signing_secret
  secret_wo_version = 1

  lifecycle {
    action_trigger {
      events  = [after_create, after_update]
      actions = [action.svc_webhook_endpoint_test.alerts]
    }
  }
}

action "svc_webhook_endpoint_test" "alerts" {
  config {
    url    = svc_webhook_endpoint.alerts.url
    secret = var.signing_secret
  }
}
