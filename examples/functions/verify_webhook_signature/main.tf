terraform {
  required_version = ">= 1.8"

  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1.0"
    }
  }
}

variable "signing_secret" {
  type      = string
  sensitive = true
}

locals {
  body   = jsonencode({ type = "alert.created" })
  header = provider::svc::webhook_signature(var.signing_secret, local.body)
}

output "is_genuine" {
  value = nonsensitive(provider::svc::verify_webhook_signature(
    var.signing_secret,
    local.body,
    local.header,
  ))
}
