import { expect, it } from 'vitest';
import { sectionOf } from '../../cdktf/listings';
import { scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';
import { key } from '../blocks';

/** What the page says, with an endpoint as the store: its secret is write-only, as the value of a store is. */
const section = sectionOf('docs/secrets.md', "A key's value outside the state");
const version = /`(parseint.*)`/.exec(section)?.[1];
const triggered = (value: string) => `resource "terraform_data" "release" {
  triggers_replace = "${value}"
}
${key('x', { more: 'rotation = { triggers = { release = terraform_data.release.id }, overlap_days = 7 }' })}
resource "svc_webhook_endpoint" "store" {
  url = "https://store.example/value"
  events = ["alert.created"]
  secret_wo = svc_api_key.x.key
  secret_wo_version = ${version}
}
`;

it('a rotation within the same second hands the new key on, and one by an unknown trigger says what is known', async context => {
  await needFeature('write-only arguments', context);
  const now = Date.now();
  const s = await scenario({ sandbox: { clock: () => now } });
  const { webhooks, apiKeys } = s.platform.controls;
  await s.apply(triggered('1'));
  const { plan } = await s.planAndApply(triggered('2'), {
    warnings: [/may be rotated/, /signs with another secret/],
    atApply: [/is rotated, and its present value goes on working/],
  });
  const [said] = plan.warnings.filter(({ summary }) => summary.includes('may be rotated'));
  expect(said?.detail).toContain('If it is rotated, its present value works for overlap_days (7)');
  const [first, second] = apiKeys.all();
  expect(second?.created_at).toBe(first?.created_at);
  const store = webhooks.stored(webhooks.all()[0]?.id ?? '');
  expect(store?.secret).toBe(apiKeys.stored(second?.id ?? '')?.key);
});
