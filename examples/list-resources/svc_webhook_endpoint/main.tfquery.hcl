# Endpoints that get no events any more.
list "svc_webhook_endpoint" "degraded" {
  provider         = svc
  include_resource = true

  config {
    status     = "degraded"
    url_prefix = "https://hooks.example.com/"
  }
}
