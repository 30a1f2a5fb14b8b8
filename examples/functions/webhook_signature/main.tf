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

# What a receiver's own tests should find in the header of this delivery.
output "expected_signature" {
  value = provider::svc::webhook_signature(
    var.signing_secret,
    jsonencode({ type = "alert.created" }),
  )
  sensitive = true
}
