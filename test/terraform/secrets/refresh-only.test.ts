import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';
import { key } from '../blocks';

const endpoints = (name: string, secret: string) => `resource "svc_webhook_endpoint" "${name}" {
  count = 15
  url = "https://${name}.example/\${count.index}"
  events = ["alert.created"]
  ${secret}
}
`;

// Terraform 1.11 takes another order of two sensitive paths, and another precision of a number, for a change.
it('a refresh without a change says so by its exit code: keys that rotate, endpoints with each kind of secret', async context => {
  await needFeature('write-only arguments', context);
  const s = await scenario();
  await s.plantSecret('signing');
  const rotating = key('rotating', { more: 'rotation = { after_days = 30, overlap_days = 7 }' });
  const variable = `variable "ephemeral" {
  type = string
  ephemeral = true
  default = "${'only-for-this-test-'.repeat(2)}"
}
`;
  const writeOnly = endpoints('vault', 'secret_wo = var.ephemeral\n  secret_wo_version = 1');
  await s.apply(rotating + variable + endpoints('store', 'secret = var.signing') + writeOnly);
  for (const _ of [1, 2])
    expect(await s.terraform('plan', '-refresh-only', '-detailed-exitcode')).toMatchObject({ code: 0 });
  await s.configure(endpoints('other', 'secret_wo = var.signing\n  secret_wo_version = 1'));
  expect((await s.terraform('plan', '-no-color')).stdout).toContain('= (write-only attribute)');
});
