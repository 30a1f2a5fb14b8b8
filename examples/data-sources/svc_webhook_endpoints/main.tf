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

data "svc_webhook_endpoints" "all" {}

output "degraded" {
  value = [
    for endpoint in data.svc_webhook_endpoints.all.endpoints : endpoint.url
    if endpoint.status == "degraded"
  ]
}
