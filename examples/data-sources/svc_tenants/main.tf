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

data "svc_tenants" "all" {}

output "tenant_ids_by_name" {
  value = {
    for tenant in data.svc_tenants.all.tenants : tenant.name => tenant.id
  }
}
