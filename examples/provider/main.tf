terraform {
  required_version = ">= 1.8"

  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> 0.1.0"
    }
  }
}

# The address and the key come from SVC_BASE_URL and SVC_API_KEY.
provider "svc" {
  request_timeout = 10
  max_retries     = 2
}
