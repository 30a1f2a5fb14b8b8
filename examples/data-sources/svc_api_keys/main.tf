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

data "svc_api_keys" "all" {}

output "unrestricted_keys" {
  value = [
    for key in data.svc_api_keys.all.api_keys : key.name
    if length(key.scopes) == 0
  ]
}
