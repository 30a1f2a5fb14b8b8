import { verifyWithFallback } from '@octokit/webhooks-methods';
import { expect, it } from 'vitest';
import { tryReceiver } from '../../../src/client/receivers/try-receiver';
import { sectionOf } from '../../cdktf/listings';
import { scenario } from '../../harness/scenario';
import { receiver } from '../../harness/servers/receiver';
import { needFeature } from '../../harness/terraform/needed-feature';

const steps = sectionOf('docs/secrets.md', 'A new signing secret');
const [, line = ''] = /`(body && .*?)`/s.exec(steps) ?? [];
const [, minutes = ''] = /(\d+) minutes/.exec(steps) ?? [];
const names = ['verifyWithFallback', 'next', 'body', 'signature', 'former'];
const asPage = new Function(...names, `return (async () => ${line})()`);

const endpoint = (name: string, secret: string, url = `https://${name}.example/`) =>
  `resource "svc_webhook_endpoint" "${name}" {
  url = "${url}"
  events = ["alert.created"]
  ${secret}
}
`;

it('a new signing secret in the order of docs/secrets.md loses no event, and in another order the endpoint is degraded', async () => {
  const s = await scenario();
  const [former, next] = [await s.plantSecret('former'), await s.plantSecret('next')];
  let accepted = [former, former];
  let isDown = false;
  const { url } = await receiver(async (body, signature) => {
    const [one, other] = accepted;
    const isGenuine = await asPage(verifyWithFallback, one, `${body}`, signature, other);
    return isDown ? 503 : isGenuine ? 204 : 401;
  });
  const { events, deliveries, clock, webhooks } = s.platform.controls;
  const state = () => deliveries.all().at(-1)?.state;
  const send = () => events.emit({ type: 'alert.created', tenant_id: 'ten_acme' });
  await s.apply(endpoint('alerts', 'secret = var.former', url));
  accepted = [next, former];
  for (const secret of accepted)
    expect((await tryReceiver({ url, secret }, Date.now())).every(({ holds }) => holds)).toBe(true);
  isDown = true;
  await send();
  const warnings = [/signs with another secret/];
  const { plan } = await s.planAndApply(endpoint('alerts', 'secret = var.next', url), { warnings });
  expect(plan.warnings[0]?.detail).toContain(`until ${minutes} minutes after it`);
  isDown = false;
  await clock.advance(Number(minutes) * 60_000);
  expect(state()).toBe('delivered');
  accepted = [next, next];
  await send();
  expect([state(), webhooks.all()[0]?.status]).toEqual(['delivered', 'active']);
  accepted = ['the next but one', 'the next but one'];
  await send();
  await clock.advance(Number(minutes) * 60_000);
  expect([state(), webhooks.all()[0]?.status]).toEqual(['abandoned', 'degraded']);
});

it('a secret that ends with a line break is named once, when it is sent, and trimspace cures it', async context => {
  await needFeature('write-only arguments', context);
  const s = await scenario();
  await s.workspace.write('secret.txt', 'a-secret-of-a-file\n');
  const both = (value: string, version: number) =>
    endpoint('a', `secret = ${value}`) +
    endpoint('b', `secret_wo = ${value}\n  secret_wo_version = ${version}`);
  const ends = /Signing secret ends with a line break or a blank/;
  const file = 'file("secret.txt")';
  await s.configure(both(file, 1));
  const { stdout } = await s.terraform('plan', '-no-color');
  expect(stdout.match(/Signing secret ends with a line break/g)).toHaveLength(1);
  expect(stdout).not.toContain('a-secret-of-a-file');
  await s.apply(both(file, 1), { warnings: [ends, ends] });
  await s.apply(both(file, 2), { warnings: [/signs with another secret/, ends] });
  const cured = both(`trimspace(${file})`, 3);
  await s.apply(cured, { warnings: [/signs with another secret/, /signs with another secret/] });
});
