// Command security-operations synthesizes the stack of a team: its alerts and incidents go to three receivers, and its
// dashboard reads them with a key of its own.
package main

import (
	"example.invalid/cdktf-provider-svc-go/svc"
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/hashicorp/terraform-cdk-go/cdktf"
)

func newSecurityOperations(scope constructs.Construct, id string) {
	stack := cdktf.NewTerraformStack(scope, &id)

	// Address and key come from SVC_BASE_URL and SVC_API_KEY, so neither stands in the program.
	svc.NewSvcProvider(stack, jsii.String("svc"), &svc.SvcProviderConfig{})
	// A synthesis fails if a key may do everything, or stays longer than 90 days.
	cdktf.Aspects_Of(stack).Add(svc.NewSvcPolicy(&svc.SvcPolicyConfig{
		ForbidUnrestricted: jsii.Bool(true),
		MaxKeyAgeDays:      jsii.Number(90),
	}))

	receivers := cdktf.NewTerraformVariable(stack, jsii.String("receivers_url"), &cdktf.TerraformVariableConfig{
		Description: jsii.String("Base address of the receivers"),
		Type:        jsii.String("string"),
		Default:     jsii.String("https://receivers.example.com"),
	})
	// Set it with TF_VAR_signing_secret; the value reaches the state but never cdk.tf.json.
	signingSecret := cdktf.NewTerraformVariable(stack, jsii.String("signing_secret"), &cdktf.TerraformVariableConfig{
		Description: jsii.String("Signs every delivery; the receivers verify with it"),
		Type:        jsii.String("string"),
		Sensitive:   jsii.Bool(true),
	})

	alerts := svc.NewWebhookEndpoint(stack, jsii.String("alerts"), &svc.WebhookEndpointConfig{
		Url:    jsii.String(*receivers.StringValue() + "/alerts"),
		Events: &[]*string{svc.EventType_ALERT_CREATED(), svc.EventType_ALERT_SEVERITY_CHANGED()},
		Secret: signingSecret.StringValue(),
	})

	// The pager must not stay silent: when the platform gives up on it, the next deploy registers it anew.
	pager := svc.NewWebhookEndpoint(stack, jsii.String("pager"), &svc.WebhookEndpointConfig{
		Url:        jsii.String(*receivers.StringValue() + "/pager"),
		Events:     &[]*string{svc.EventType_INCIDENT_CREATED()},
		Secret:     signingSecret.StringValue(),
		OnDegraded: svc.OnDegraded_REPLACE(),
	})

	svc.NewWebhookEndpoint(stack, jsii.String("archive"), &svc.WebhookEndpointConfig{
		Url:    jsii.String(*receivers.StringValue() + "/archive"),
		Events: &[]*string{svc.EventType_INCIDENT_CREATED(), svc.EventType_INCIDENT_CONTAINED()},
		Secret: signingSecret.StringValue(),
	})

	// After 90 days a deploy issues a new key in place; the old one works for another week.
	tenant := svc.NewDataSvcTenant(stack, jsii.String("tenant"), &svc.DataSvcTenantConfig{Tenant: jsii.String("Acme")})
	dashboard := svc.NewApiKey(stack, jsii.String("dashboard"), &svc.ApiKeyConfig{
		Name:     jsii.String("dashboard"),
		TenantId: tenant.Id(),
		Scopes:   &[]*string{svc.ApiScope_ALERTS_READ(), svc.ApiScope_INCIDENT_READ()},
		Rotation: &svc.ApiKeyRotation{AfterDays: jsii.Number(90), OverlapDays: jsii.Number(7)},
	})

	cdktf.NewTerraformOutput(stack, jsii.String("alerts_endpoint"), &cdktf.TerraformOutputConfig{
		Value: alerts.Id(),
	})
	cdktf.NewTerraformOutput(stack, jsii.String("pager_status"), &cdktf.TerraformOutputConfig{
		Value: pager.Status(),
	})
	cdktf.NewTerraformOutput(stack, jsii.String("dashboard_environment"), &cdktf.TerraformOutputConfig{
		Value: cdktf.Fn_Nonsensitive(svc.SvcFunctions_KeyEnvironment(dashboard.Key())),
	})
	cdktf.NewTerraformOutput(stack, jsii.String("dashboard_key"), &cdktf.TerraformOutputConfig{
		Value:     dashboard.Key(),
		Sensitive: jsii.Bool(true),
	})
}

func main() {
	app := cdktf.NewApp(nil)
	newSecurityOperations(app, "security-operations")
	app.Synth()
}
