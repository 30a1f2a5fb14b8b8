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

resource "svc_webhook_endpoint" "incidents" {
  url    = "https://hooks.example.com/incidents"
  events = ["incident.created"]
  secret = var.signing_secret
}

data "svc_webhook_endpoint" "incidents" {
  id = svc_webhook_endpoint.incidents.id
}

output "status" {
  value = data.svc_webhook_endpoint.incidents.status
}
