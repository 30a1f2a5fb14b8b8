// The Go peer is what a Go team would write for the webhook endpoint: HashiCorp's framework, one request for each
// resource at each refresh. The bench measures our provider beside it.
package main

import (
	"context"
	"log"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
)

func main() {
	options := providerserver.ServeOpts{Address: "registry.terraform.io/peer/svc"}
	if err := providerserver.Serve(context.Background(), newProvider, options); err != nil {
		log.Fatal(err)
	}
}
