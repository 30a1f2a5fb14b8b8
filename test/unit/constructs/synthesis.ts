import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { SvcProvider } from 'cdktf-provider-svc';

/** A stack with a provider and a sensitive variable, ready for the construct under test. */
export function aStack(): { stack: TerraformStack; secret: string } {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new SvcProvider(stack, 'svc');
  const { stringValue } = new TerraformVariable(stack, 'signing_secret', { sensitive: true });
  return { stack, secret: stringValue };
}

/** What synthesis writes, after all validations. */
export function synthesized(stack: TerraformStack): string {
  return Testing.synth(stack, true);
}

/** A Terraform expression as it stands in a string. */
export function expression(text: string): string {
  return `\${${text}}`;
}
