# All endpoints and keys of the platform, for unmanaged.sh. There is no resource here, so nothing is ever changed.

terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

provider "svc" {}

data "svc_webhook_endpoints" "all" {}

data "svc_api_keys" "all" {}

output "svc_webhook_endpoint" {
  value = data.svc_webhook_endpoints.all.endpoints[*].id
}

output "svc_api_key" {
  value = data.svc_api_keys.all.api_keys[*].id
}
