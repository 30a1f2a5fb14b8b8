terraform {
  required_providers {
    svc = { source = "svc/svc" }
  }
}

# The address and the key come from SVC_BASE_URL and SVC_API_KEY.
provider "svc" {
  request_timeout = 10
  max_retries     = 2
}
