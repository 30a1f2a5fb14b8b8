terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

provider "svc" {}

data "svc_webhook_endpoints" "all" {}

output "degraded" {
  value = [for endpoint in data.svc_webhook_endpoints.all.endpoints : endpoint.url if endpoint.status == "degraded"]
}
