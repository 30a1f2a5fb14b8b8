import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { sectionOf } from '../../cdktf/listings';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { key } from '../blocks';
import { prepareGround } from './ground';
import { onGithub, onGitlab } from './jobs';

const version = /`(parseint.*)`/.exec(sectionOf('docs/secrets.md', "A key's value outside the state"))?.[1];

const more = `rotation = { after_days = 30, overlap_days = 7 }
  lifecycle {
    ignore_changes = [scopes]
  }`;

/** A key that rotates, and a store and an output that follow it, one of them through a local and a template. */
const rotating = `
locals {
  header = "Bearer \${svc_api_key.x.key}"
}
${key('x', { called: 'monthly', more })}
resource "svc_webhook_endpoint" "store" {
  url               = "https://hooks.example.com/store"
  events            = ["incident.created"]
  secret_wo         = svc_api_key.x.key
  secret_wo_version = ${version}
  on_degraded       = "ignore"
}

output "value" {
  value     = local.header
  sensitive = true
}
`;

/** A repository whose first merge is applied, and the jobs of its nights. Each has its own checkout of the repository. */
async function firstMerge(context: TestContext) {
  const clock = await shiftedClock();
  const ground = await prepareGround(context, undefined, clock);
  const { repository, checkout, sandbox } = ground;
  const { begin, job, succeed } = await onGitlab(ground);
  const night = async (code: number, ...words: readonly (string | RegExp)[]) => {
    const jobs = [];
    for (const name of ['night', 'inventory']) {
      await rm(join(checkout, 'svc-night'), { recursive: true, force: true });
      jobs.push(await job(name));
    }
    const said = jobs.map(({ output }) => output).join('\n');
    expect(Math.max(...jobs.map(({ code: ended = 2 }) => ended)), said).toBe(code);
    for (const each of words) expect(said).toMatch(each);
  };
  await repository.edit('infrastructure/main.tf', text => text + rotating);
  expect(await begin()).toMatchObject({ code: 0 });
  for (const name of ['replan', 'apply']) await succeed(name);
  return {
    ...{ ...ground, clock, job, succeed, night, schedule: onGithub(ground).schedule },
    edit: async (file: string, change: (text: string) => string) => {
      await repository.edit(file, change);
      await cp(join(repository.folder, file), join(checkout, file));
    },
    /** Ids of the keys that rotate. */
    keys: () =>
      sandbox.controls.apiKeys
        .all()
        .filter(({ name }) => name === 'monthly')
        .map(({ id }) => id),
  };
}

it('in 70 days, keys rotate, their stores follow and overlaps end without a person, what is not only due waits, and a night is green where nothing is due, degraded, changed or unknown', {
  timeout: 600_000,
}, async context => {
  const ground = await firstMerge(context);
  const { clock, job, succeed, night, schedule, edit, keys, ids, checkout, sandbox, leaksIn, said } = ground;
  const { apiKeys, webhooks } = sandbox.controls;
  const degrade = (path: string) => {
    const { id = '' } = webhooks.all().find(({ url }) => url.endsWith(path)) ?? {};
    webhooks.update(id, { status: 'degraded' });
    return () => webhooks.update(id, { status: 'active' });
  };
  const healStore = degrade('/store');
  await night(
    0,
    /No risk found · .*, 4 objects in the state/,
    /is degraded: the platform sends it nothing more, and on_degraded = "ignore"/,
    /is in a state\. Read: 1 state with 4 objects/,
  );
  const healAlerts = degrade('/alerts');
  await night(1, /`hooks.example.com` is degraded: the platform sends it nothing more\W/);
  for (const heal of [healStore, healAlerts]) heal();

  const theirs = apiKeys.create({ name: 'of another team', tenant_id: 'ten_north', scopes: ['alerts:read'] });
  await night(1, 'Objects in no state of this folder', 'Find out whose each one is', theirs.id);
  const known = 'infrastructure/known-objects.txt';
  await edit(known, text => `${text}svc_api_key of another team ten_north\n`);
  await night(0, /Every other object is in a state/);

  const store = webhooks.all().find(({ url }) => url.endsWith('/store'));
  const done = { plan: [0, 0, 0], isDue: true, apply: [0, 0] };
  const byGithub = async () => expect(await schedule()).toEqual(done);
  const values = new Set<string>();
  /** Expects this number of keys after the rotation. The store has the last one, and no job has said any. */
  const rotates = async (rotate: () => Promise<unknown>, count: number) => {
    const before = keys();
    await rotate();
    expect(keys()).toHaveLength(count);
    expect(keys().at(-1) === before.at(-1)).toBe(count === 1);
    const current = apiKeys.stored(keys().at(-1) ?? '')?.key ?? '';
    expect(webhooks.stored(store?.id ?? '')?.secret).toBe(current);
    expect([...values.add(current)].filter(value => said.some(text => text.includes(value)))).toEqual([]);
  };
  await clock.moveTo(31);
  await rotates(byGithub, 2);
  await clock.moveTo(39);
  await rotates(byGithub, 1);
  await night(0, 'No risk found · no drift');
  await clock.moveTo(62);
  await night(1, '1 medium · no drift', /`monthly` is due for rotation for 1 day/);
  const waiting = keys();
  const main = 'infrastructure/main.tf';
  await edit(main, text =>
    text.replace(
      '"ten_acme"\n  scopes    = ["alerts:read"]\n}',
      '"ten_acme"\n  scopes    = ["alerts:read", "devices:read"]\n}',
    ),
  );
  const other = await succeed('due');
  await succeed('rotate');
  expect(other).toContain('gains `devices:read`');
  expect(keys()).toEqual(waiting);
  await edit(main, text => text.replace(', "devices:read"', ''));
  // A plan of a due rotation has no write-only argument.
  const [own, another] = ['= svc_api_key.x.key\n', '= sensitive(file("policy.json"))\n'];
  await edit(main, text => text.replace(own, another));
  expect(await schedule()).toEqual({ ...done, isDue: false, apply: [] });
  expect(keys()).toEqual(waiting);
  await edit(main, text => text.replace(another, own));
  // `ignore_changes` would issue what other hands gave to the key.
  const [current = ''] = keys();
  apiKeys.update(current, { scopes: ['alerts:read', 'tenants:write'] });
  const widened = await job('due');
  await succeed('rotate');
  expect(widened.code, widened.output).toBe(1);
  for (const words of ['has `tenants:write` on the platform', 'the plan has unconfigured-scope'])
    expect(widened.output).toContain(words);
  expect(keys()).toEqual(waiting);
  apiKeys.update(current, { scopes: ['alerts:read'] });
  await rotates(async () => [await succeed('due'), await succeed('rotate')], 2);
  await clock.moveTo(70.5);
  await night(1, /overlap ended 1 day ago/);

  const before = ids();
  for (const backend of ['', 'backend "local" {}']) {
    await edit('infrastructure/main.tf', text => text.replace(/backend "\w+" \{[^}]*\}/, backend));
    await rm(join(checkout, 'infrastructure/.terraform'), { recursive: true });
    expect(await job('replan')).toMatchObject({ code: 1, output: expect.stringContaining('has no backend') });
  }
  expect(ids()).toEqual(before);
  expect(leaksIn(said)).toEqual([]);
});
