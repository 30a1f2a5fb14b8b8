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

output "tenant_id" {
  value = data.svc_tenant.acme.id
}
