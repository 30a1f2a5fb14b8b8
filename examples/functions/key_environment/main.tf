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

data "svc_tenant" "acme" {
  tenant = "Acme"
}

resource "svc_api_key" "reporting" {
  name      = "reporting"
  tenant_id = data.svc_tenant.acme.id
  scopes    = ["alerts:read"]
}

output "reporting_key" {
  value     = svc_api_key.reporting.key
  sensitive = true

  precondition {
    condition = (
      provider::svc::key_environment(svc_api_key.reporting.key) == "test"
    )
    error_message = "The key is a live one."
  }
}
