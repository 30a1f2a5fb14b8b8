import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { report as reportShape } from '../../../src/report/model';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { type Scenario, scenario, withLogs } from '../../harness/scenario';
import { reporting } from '../../harness/scenario/reporting';
import { foundTerraform } from '../../harness/terraform/found-terraform';
import { needFeature } from '../../harness/terraform/needed-feature';
import { requiredProviders } from '../../harness/terraform/provider-installation';
import { key } from '../blocks';
import { terraformOfClock } from '../pipelines/ground';
import { needRunnerPrograms } from '../pipelines/runner';

const address = 'svc_api_key.a';

const rotating = key('a', { more: 'rotation = { after_days = 30, overlap_days = 7 }' });

async function started(configuration: string, logs: Readonly<Record<string, string>> = {}) {
  const clock = await shiftedClock();
  const environment = { ...logs, ...clock.options.environment };
  const s = await scenario({ ...clock.options, environment });
  const { state } = await s.apply(configuration);
  return { s, clock, first: valuesIn(state) };
}

const valuesIn = ({ resources }: Awaited<ReturnType<Scenario['state']>>) =>
  resources.find(({ type }) => type === 'svc_api_key')?.values ?? {};
const idsOn = (s: Scenario) => s.platform.controls.apiKeys.all().map(({ id }) => id);

it('a key that is due rotates in place as planned, a day later too, and a later apply revokes its predecessor', async () => {
  const { s, clock, first } = await started(rotating, withLogs);
  await clock.moveTo(31);
  // Only a refresh reads the clock.
  expect((await s.plan(undefined, { flags: ['-refresh=false'] })).isEmpty).toBe(true);
  const plan = await s.plan();
  expect(plan.changes[address]).toMatchObject({
    actions: ['update'],
    after_unknown: { id: true, key: true, previous_expires_at: true },
    after: { previous_id: first['id'] },
  });
  await clock.moveTo(32);
  const says =
    /is rotated.*It is at least 31 days old, and after_days is 30\. .*works for overlap_days \(7\) after/s;
  const second = valuesIn((await s.applyPlan(plan, { warnings: [says] })).state);
  expect(second['key']).not.toBe(first['key']);
  expect(second['previous_id']).toBe(first['id']);
  expect(idsOn(s)).toEqual([first['id'], second['id']]);

  await clock.moveTo(40);
  const later = await s.planAndApply();
  expect(later.plan.changes[address]).toMatchObject({
    actions: ['update'],
    before: { previous_id: first['id'] },
    after: { previous_id: null, previous_expires_at: null, id: second['id'] },
  });
  expect(idsOn(s)).toEqual([second['id']]);
});

it('in a month in which many keys are due, plan and apply warn once, and no warning hides another one', async () => {
  const { s, clock } = await started(
    rotating.replace('{', '{\n  for_each = toset(split("", "abcdefg"))').replace('"a"\n', 'each.key\n'),
  );
  await clock.moveTo(31);
  const planned = await s.terraform('plan', '-no-color', '-out=month.tfplan');
  const applied = await s.terraform('apply', '-no-color', 'month.tfplan');
  for (const { stdout } of [planned, applied]) {
    expect(stdout.match(/Warning: .*/g)).toEqual([expect.stringContaining('API key is rotated, and its')]);
    expect(stdout).toMatch(/API key [a-g] \(key_\w+\): It is at least 31 days.*6 more similar\s+warnings/s);
  }
});

it('a rotation that an earlier apply has stored is only due, beside a check and a store outside its module; behind a local it waits by name', async context => {
  await needFeature('write-only arguments', context);
  needRunnerPrograms(context);
  const clock = await shiftedClock();
  const s = await scenario(clock.options);
  const outputs =
    'output "key" {\n  value = svc_api_key.a.key\n  sensitive = true\n}\noutput "id" {\n  value = svc_api_key.a.id\n}\n';
  await mkdir(join(s.workspace.root, 'm'));
  await s.workspace.write('m/main.tf', requiredProviders + rotating + outputs);
  const configurationWith = (secret: string) => `module "m" {
  source = "./m"
}
locals {
  key = module.m.key
}
resource "svc_webhook_endpoint" "store" {
  url               = "https://receiver.example/store"
  events            = ["alert.created"]
  secret_wo         = ${secret}
  secret_wo_version = parseint(substr(sha256(module.m.id), 0, 12), 16)
}
check "tenants" {
  data "svc_tenants" "all" {}
  assert {
    condition     = length(data.svc_tenants.all.tenants) > 0
    error_message = "None."
  }
}
output "key" {
  value     = module.m.key
  sensitive = true
}
`;
  await s.configure(configurationWith('module.m.key'));
  await s.terraform('get');
  // The read of a check stands in each plan, so none is empty.
  await s.terraform('apply', '-auto-approve');
  const { run } = await reporting(s);
  const program = join(s.workspace.root, 'terraform-of-clock');
  await writeFile(program, terraformOfClock((await foundTerraform()).path), { mode: 0o755 });
  const environment = { ...clock.options.environment, TERRAFORM_BINARY_NAME: program };
  const judged = async () => {
    for (const [file, refresh] of Object.entries({ plan: true, still: false }))
      await s.terraform('plan', `-refresh=${refresh}`, `-out=${file}`);
    const { stdout } = await run(['plan', '--only-due', 'still', '--format', 'json'], environment);
    const { onlyDue, waits } = reportShape.parse(JSON.parse(stdout));
    return { onlyDue, waits };
  };
  expect(await judged()).toEqual({ onlyDue: null, waits: [] });
  await clock.moveTo(31);
  // The refresh of this apply notes that the key is due, and nothing rotates.
  await s.terraform('apply', '-refresh-only', '-auto-approve');
  expect(await judged()).toEqual({ onlyDue: true, waits: [] });
  await s.configure(configurationWith('local.key'));
  const reason = 'its write-only value is behind a local: name the key itself';
  const found = await judged();
  expect(found).toMatchObject({ onlyDue: false });
  expect(found.waits).toContainEqual({ address: 'svc_webhook_endpoint.store', reason });
});
