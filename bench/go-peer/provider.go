package main

import (
	"context"
	"os"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/provider/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

type peerProvider struct{}

func newProvider() provider.Provider { return peerProvider{} }

func (peerProvider) Metadata(_ context.Context, _ provider.MetadataRequest, response *provider.MetadataResponse) {
	response.TypeName = "svc"
}

func (peerProvider) Schema(_ context.Context, _ provider.SchemaRequest, response *provider.SchemaResponse) {
	response.Schema = schema.Schema{}
}

// Configure takes the platform's address and key from the variables that our provider reads, too.
func (peerProvider) Configure(_ context.Context, _ provider.ConfigureRequest, response *provider.ConfigureResponse) {
	response.ResourceData = newPlatform(os.Getenv("SVC_BASE_URL"), os.Getenv("SVC_API_KEY"))
}

func (peerProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{newWebhookEndpoint}
}

func (peerProvider) DataSources(context.Context) []func() datasource.DataSource { return nil }
