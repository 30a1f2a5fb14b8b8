import { expect, it } from 'vitest';
import { sectionOf } from '../../cdktf/listings';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';

/** What the page says, with an endpoint as the store: its secret is write-only, as the value of a store is. */
const section = sectionOf('docs/secrets.md', "A key's value outside the state");
const version = /`(parseint.*)`/.exec(section)?.[1];
const configuration = `resource "svc_api_key" "x" {
  name = "reporting"
  tenant_id = "ten_acme"
  scopes = ["alerts:read"]
  rotation = { after_days = 30, overlap_days = 7 }
}
resource "svc_webhook_endpoint" "store" {
  url = "https://store.example/value"
  events = ["alert.created"]
  secret_wo = svc_api_key.x.key
  secret_wo_version = ${version}
}
`;

it('a rotation by age hands the new key on in the same apply', async context => {
  await needFeature('write-only arguments', context);
  const clock = await shiftedClock();
  const s = await scenario(clock.options);
  const { webhooks, apiKeys } = s.platform.controls;
  const stored = () => webhooks.stored(webhooks.all()[0]?.id ?? '')?.secret;
  await s.apply(configuration);
  const [first] = apiKeys.all();
  expect(stored()).toBe(apiKeys.stored(first?.id ?? '')?.key);
  await clock.moveTo(31);
  await s.apply(configuration, { warnings: [/is rotated/, /signs with another secret/] });
  const [, second] = apiKeys.all();
  expect(stored()).toBe(apiKeys.stored(second?.id ?? '')?.key);
});
