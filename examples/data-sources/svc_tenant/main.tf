terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

provider "svc" {}

data "svc_tenant" "acme" {
  tenant = "Acme"
}

output "tenant_id" {
  value = data.svc_tenant.acme.id
}
