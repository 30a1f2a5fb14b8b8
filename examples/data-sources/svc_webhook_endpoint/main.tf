terraform {
  required_providers {
    svc = { source = "svc/svc" }
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
