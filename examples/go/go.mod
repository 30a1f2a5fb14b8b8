module example.invalid/security-operations

go 1.25

require example.invalid/cdktf-provider-svc-go/svc v0.1.0
