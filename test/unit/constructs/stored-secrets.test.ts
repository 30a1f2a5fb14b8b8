import { type TerraformStack, TerraformVariable } from 'cdktf';
import { EphemeralVariable, WebhookEndpoint } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { aStack, refusal, synthesized } from './synthesis';
import { endpoint, ephemeral, type SecretOf } from './write-only-program';

function declareStored(stack: TerraformStack, secretOf: SecretOf): void {
  const kept = new EphemeralVariable(stack, 'kept').stringValue;
  const recorded = new TerraformVariable(stack, 'recorded', { sensitive: true }).stringValue;
  const secret = secretOf({ stack, kept, recorded, other: stack });
  const { url, events } = endpoint;
  new WebhookEndpoint(stack, 'alerts', { url, events, secret });
}

describe('a secret that Terraform stores', () => {
  it.each(Object.entries(ephemeral))('must not be %s', (_, secretOf) => {
    const said = refusal(stack => declareStored(stack, secretOf));
    expect(said).toMatch(/^\[stack\/alerts\] svc_webhook_endpoint\.secret: The value comes from .*ephemeral/);
    expect(said).toContain(
      'An ephemeral value can only go to secretWo: give it there, with secretWoVersion.',
    );
  });

  it('may be a recorded variable of a stack that has ephemeral ones', () => {
    const { stack } = aStack();
    declareStored(stack, ({ recorded }) => recorded);
    expect(synthesized(stack)).toContain('"secret": "${');
  });
});
