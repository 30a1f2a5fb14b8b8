package main

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type webhookEndpoint struct{ platform *platform }

func newWebhookEndpoint() resource.Resource { return &webhookEndpoint{} }

// endpointModel is the resource as state and plan have it.
type endpointModel struct {
	ID        types.String `tfsdk:"id"`
	URL       types.String `tfsdk:"url"`
	Events    types.Set    `tfsdk:"events"`
	Secret    types.String `tfsdk:"secret"`
	Status    types.String `tfsdk:"status"`
	CreatedAt types.String `tfsdk:"created_at"`
}

func (m *endpointModel) toWebhook(ctx context.Context, diagnostics *diag.Diagnostics) webhook {
	wanted := webhook{URL: m.URL.ValueString(), Secret: m.Secret.ValueString()}
	diagnostics.Append(m.Events.ElementsAs(ctx, &wanted.Events, false)...)
	return wanted
}

// take keeps the secret, which the platform never shows.
func (m *endpointModel) take(ctx context.Context, found webhook, diagnostics *diag.Diagnostics) {
	m.ID = types.StringValue(found.ID)
	m.URL = types.StringValue(found.URL)
	m.Status = types.StringValue(found.Status)
	m.CreatedAt = types.StringValue(found.CreatedAt)
	events, problems := types.SetValueFrom(ctx, types.StringType, found.Events)
	diagnostics.Append(problems...)
	m.Events = events
}

func (*webhookEndpoint) Metadata(_ context.Context, request resource.MetadataRequest, response *resource.MetadataResponse) {
	response.TypeName = request.ProviderTypeName + "_webhook_endpoint"
}

func (*webhookEndpoint) Schema(_ context.Context, _ resource.SchemaRequest, response *resource.SchemaResponse) {
	stable := schema.StringAttribute{
		Computed:      true,
		PlanModifiers: []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
	}
	response.Schema = schema.Schema{Attributes: map[string]schema.Attribute{
		"id":         stable,
		"status":     stable,
		"created_at": stable,
		"url":        schema.StringAttribute{Required: true},
		"events":     schema.SetAttribute{Required: true, ElementType: types.StringType},
		"secret":     schema.StringAttribute{Required: true, Sensitive: true},
	}}
}

func (e *webhookEndpoint) Configure(_ context.Context, request resource.ConfigureRequest, _ *resource.ConfigureResponse) {
	if configured, ok := request.ProviderData.(*platform); ok {
		e.platform = configured
	}
}

func (e *webhookEndpoint) Create(ctx context.Context, request resource.CreateRequest, response *resource.CreateResponse) {
	var planned endpointModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	created, err := e.platform.create(ctx, planned.toWebhook(ctx, &response.Diagnostics))
	if err != nil {
		response.Diagnostics.AddError("Endpoint not created", err.Error())
		return
	}
	planned.take(ctx, created, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &planned)...)
}

func (e *webhookEndpoint) Read(ctx context.Context, request resource.ReadRequest, response *resource.ReadResponse) {
	var state endpointModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	found, err := e.platform.read(ctx, state.ID.ValueString())
	if errors.Is(err, errGone) {
		response.State.RemoveResource(ctx)
		return
	}
	if err != nil {
		response.Diagnostics.AddError("Endpoint not read", err.Error())
		return
	}
	state.take(ctx, found, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &state)...)
}

func (e *webhookEndpoint) Update(ctx context.Context, request resource.UpdateRequest, response *resource.UpdateResponse) {
	var planned, state endpointModel
	response.Diagnostics.Append(request.Plan.Get(ctx, &planned)...)
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	changed, err := e.platform.update(ctx, state.ID.ValueString(), planned.toWebhook(ctx, &response.Diagnostics))
	if err != nil {
		response.Diagnostics.AddError("Endpoint not updated", err.Error())
		return
	}
	planned.take(ctx, changed, &response.Diagnostics)
	response.Diagnostics.Append(response.State.Set(ctx, &planned)...)
}

func (e *webhookEndpoint) Delete(ctx context.Context, request resource.DeleteRequest, response *resource.DeleteResponse) {
	var state endpointModel
	response.Diagnostics.Append(request.State.Get(ctx, &state)...)
	if err := e.platform.delete(ctx, state.ID.ValueString()); err != nil && !errors.Is(err, errGone) {
		response.Diagnostics.AddError("Endpoint not deleted", err.Error())
	}
}
