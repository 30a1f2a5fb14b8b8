# Old keys that may do everything.
list "svc_api_key" "old" {
  provider = svc
  limit    = 1000

  config {
    unrestricted    = true
    older_than_days = 365
  }
}
