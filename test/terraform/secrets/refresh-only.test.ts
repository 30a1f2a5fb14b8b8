import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';

const endpoints = (secret: string) => `resource "svc_webhook_endpoint" "e" {
  count = 30
  url = "https://store.example/\${count.index}"
  events = ["alert.created"]
  ${secret}
}
`;

it('a refresh without a change says so by its exit code, and a plan shows no write-only secret', async context => {
  await needFeature('write-only arguments', context);
  const s = await scenario();
  await s.plantSecret('signing');
  await s.configure(endpoints('secret_wo = var.signing\n  secret_wo_version = 1'));
  expect((await s.terraform('plan', '-no-color')).stdout).toContain('= (write-only attribute)');
  await s.apply(endpoints('secret = var.signing'));
  for (const _ of [1, 2, 3])
    expect(await s.terraform('plan', '-refresh-only', '-detailed-exitcode')).toMatchObject({ code: 0 });
});
