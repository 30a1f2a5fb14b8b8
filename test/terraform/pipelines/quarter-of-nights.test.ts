import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { ForgeApi } from './forge-api';
import { prepareGround, twoStacks } from './ground';
import { onGithub } from './jobs';
import type { Texts } from './shell-lines';

const key = (stack: string, name: string) => `new ApiKey(${stack}, 'key', {
  name: '${name}', tenantId: 'ten_acme', scopes: [ApiScope.ALERTS_READ],
  rotation: { afterDays: 20, overlapDays: 5 }, lifecycle: { ignoreChanges: ['scopes'] },
});`;

const program = twoStacks(['widened', 'plain'], `${key('widened', 'widened')}\n${key('plain', 'plain')}`);

/** Two stacks whose first merge is applied, and the jobs of their nights, as GitHub runs them. */
async function firstMerge(context: TestContext) {
  const clock = await shiftedClock();
  const ground = await prepareGround(context, program, clock);
  const { repository, checkout } = ground;
  const forge = await ForgeApi.start();
  forge.repository = repository.folder;
  const git = (...words: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd: repository.folder,
      encoding: 'utf8',
    }).trim();
  git('init', '--quiet', '--initial-branch=main');
  const github = onGithub(ground, () => ({
    ...{ GITHUB_API_URL: forge.address, GITHUB_TOKEN: 'none', GITHUB_EVENT_NAME: 'schedule' },
    ...{ GITHUB_REF_NAME: 'main', GITHUB_SHA: git('rev-parse', 'HEAD') },
  }));
  const act = async (file: string, job: string, step: string, given: Texts = {}) =>
    (await github.act(file, job, step, given)).code;
  const merge = async (change: (text: string) => string) => {
    await repository.edit('infrastructure/main.ts', change);
    git('add', 'infrastructure/main.ts');
    git('commit', '--quiet', '--message=A merge');
    await repository.checkOut(checkout);
    expect(await act('svc-plan', 'validate', 'Install')).toBe(0);
  };
  const apply = async () => {
    for (const step of ['Plan', 'Report', 'Encrypt the plans'])
      expect(await act('svc-apply', 'plan', step)).toBe(0);
    expect(await act('svc-apply', 'apply', 'Apply')).toBe(0);
    forge.deployments.push({ sha: git('rev-parse', 'HEAD'), states: ['success'] });
  };
  await merge(text => text);
  await apply();
  return { ...ground, ...github, act, merge, apply, git, clock };
}

it('in a quarter, two stacks rotate by night, and a stranger, a widened key, a failed night and a refused merge wait by name', {
  timeout: 1_200_000,
}, async context => {
  if (process.env['SVC_TEST_QUARTER'] !== 'yes')
    return context.skip('it takes minutes; npm run test:all has this quarter of nights');
  const { act, schedule, fileOf, merge, apply, git, clock, repository, checkout, sandbox, leaksIn, said } =
    await firstMerge(context);
  const { apiKeys, faults } = sandbox.controls;
  const named = (name: string) => apiKeys.all().filter(one => one.name === name);
  const table: string[] = [];
  // Also of the keys that a night revokes.
  const values = new Set<string>();
  const remember = () => {
    for (const { id } of apiKeys.all()) for (const secret of apiKeys.secretsOf(id)) values.add(secret);
  };

  /** Runs the schedule and then the nightly look. Returns what a team sees of it in the morning. */
  const night = async (day: number) => {
    await clock.moveTo(day);
    remember();
    const before = apiKeys.all().map(({ id }) => id);
    const current = await act('svc-apply', 'plan', 'Is this commit current');
    const { plan, apply } = current === 0 ? await schedule() : { plan: [current], apply: [] };
    const night = [await act('svc-nightly', 'night', 'Look for drift')];
    await rm(join(checkout, 'svc-night'), { recursive: true, force: true });
    night.push(await act('svc-nightly', 'inventory', 'Look for objects in no state', { SVC_INVENTORY: '' }));
    remember();
    said.push(await fileOf('summary'), await fileOf('svc-report/0-waiting.md'));
    const after = apiKeys.all().map(({ id }) => id);
    const nameOf = new Map(apiKeys.all().map(({ id, name }) => [id, name]));
    const issued = after.filter(id => !before.includes(id)).map(id => `issues ${nameOf.get(id)}`);
    const revoked = before.filter(id => !after.includes(id)).map(() => 'revokes one');
    const waits = (await fileOf('svc-report/0-waiting.md')).replace(/\s+/g, ' ').trim();
    const applied = [...issued, ...revoked].join(', ');
    const red = [plan, apply, night].flat().some(code => code !== 0);
    const isOld = current === 0 ? '' : 'all: the commit is not the one that was applied last';
    table.push(
      `| ${day} | ${applied || '-'} | ${(isOld || waits || '-').replaceAll('|', '/')} | ${red ? 'red' : 'green'} |`,
    );
    return {
      applied,
      waits,
      isPlanned: isOld === '',
      red: [[...plan, ...apply].some(code => code !== 0), night.some(code => code !== 0)],
    };
  };
  const quiet = { applied: '', waits: '', red: [false, false] };
  const ends = 'revokes one, revokes one';

  expect(await night(10)).toMatchObject(quiet);
  const rotated = await night(21);
  expect(rotated).toMatchObject({ ...quiet, applied: expect.stringMatching(/^issues \w+, issues \w+$/) });
  const theirs = apiKeys.create({ name: 'of a stranger', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  expect(await night(24)).toMatchObject({ ...quiet, red: [false, true] });
  apiKeys.delete(theirs.id);
  expect(await night(27)).toMatchObject({ ...quiet, applied: ends });

  const [held] = named('widened');
  apiKeys.update(held?.id ?? '', { scopes: ['alerts:read', 'tenants:write'] });
  expect(await night(30)).toMatchObject({ ...quiet, red: [false, true] });
  const waiting = await night(42);
  expect(waiting).toMatchObject({ applied: 'issues plain', red: [true, true] });
  expect(waiting.waits).toMatch(/`default\/widened` waits for a person.*changed outside Terraform/);
  expect(waiting.waits).not.toContain('default/plain');
  apiKeys.update(held?.id ?? '', { scopes: ['alerts:read'] });
  expect(await night(43)).toMatchObject({ ...quiet, applied: 'issues widened' });
  expect(await night(49)).toMatchObject({ ...quiet, applied: ends });

  // Half of the apply fails: more refusals than one create makes attempts, and fewer than two make.
  const refused = {
    operation: 'apiKeys.create',
    effect: { kind: 'status', status: 500, body: {} },
  } as const;
  faults.add({ ...refused, times: 8 });
  expect(await night(64)).toMatchObject({ applied: 'issues widened', red: [true, true] });
  faults.clear();
  expect(await night(65)).toMatchObject({ ...quiet, applied: 'issues plain' });
  expect(await night(71)).toMatchObject({ ...quiet, applied: ends });

  // Merged, and then refused by its approver.
  await merge(text => text.replace("name: 'plain'", "name: 'refused'"));
  expect(await night(86)).toMatchObject({ applied: '', isPlanned: false, red: [true, true] });
  expect(said.join('\n')).toMatch(
    /In infrastructure, commit \w{40} differs from commit \w{40}, which the last apply/,
  );
  await merge(text => text.replace("name: 'refused'", "name: 'plain'"));
  expect(await night(87)).toMatchObject({
    ...quiet,
    applied: expect.stringMatching(/^issues \w+, issues \w+$/),
  });
  for (const name of ['widened', 'plain'])
    expect(named(name).map(({ scopes }) => scopes)).toEqual([['alerts:read'], ['alerts:read']]);

  // A key is withdrawn. Then somebody starts the jobs of the first merge once more.
  const first = git('rev-list', '--max-parents=0', 'HEAD');
  await merge(text => text.replace(key('plain', 'plain'), ''));
  await apply();
  expect(named('plain')).toEqual([]);
  git('checkout', '--quiet', first);
  await repository.checkOut(checkout);
  git('checkout', '--quiet', 'main');
  const old = { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: first };
  for (const job of ['plan', 'apply'])
    expect(await act('svc-apply', job, 'Is this commit current', old)).toBe(1);
  expect(said.at(-1)).toContain('where the branch main is now');
  // What these jobs would do without that step.
  expect(await act('svc-plan', 'validate', 'Install')).toBe(0);
  expect(await act('svc-apply', 'plan', 'Plan', old)).toBe(0);
  expect(await act('svc-apply', 'plan', 'Report', old)).toBe(0);
  const reports = (await readdir(join(checkout, 'svc-report'))).filter(name => name.endsWith('.md'));
  const texts = await Promise.all(reports.map(name => fileOf(join('svc-report', name))));
  expect(texts.join('\n')).toContain('1 to create');
  expect(named('plain')).toEqual([]);
  expect(leaksIn(said)).toEqual([]);
  expect(values.size).toBe(11);
  expect([...values].filter(value => said.some(text => text.includes(value)))).toEqual([]);
  console.info(['| night | applied | waited | morning |', '|---|---|---|---|', ...table].join('\n'));
});
