import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { filesBelow } from '../../../scripts/ready/products.mjs';
import { codeOf, sectionOf } from '../../cdktf/listings';
import {
  githubFolder,
  gitlabCiLocal,
  gitlabLines,
  gitlabRepository,
  readWorkflow,
  type Texts,
} from './shell-lines';

const workflows = readdirSync(join(githubFolder, 'workflows')).map(name =>
  join(githubFolder, 'workflows', name),
);
const actions = ['svc-setup', 'svc-current'].map(name => join(githubFolder, 'actions', name, 'action.yml'));

/** What GitHub's own parser, with GitHub's schema, has against a file. It parses what stands in `${{ }}`, too. */
function findingsOn(name: string, content: string): readonly string[] {
  const parser = actions.includes(name) ? parseAction : parseWorkflow;
  const { context } = parser({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

const own = ['release', 'test'].map(name => `.github/workflows/${name}.yml`);

describe.each([...own, ...workflows, ...actions])('%s', file => {
  const content = readFileSync(file, 'utf8');

  it('fits the schema of GitHub', () => {
    expect(findingsOn(file, content)).toEqual([]);
  });

  it('uses actions by commit, with the version beside it', () => {
    const used = [...content.matchAll(/uses: (.*)$/gm)].map(([, name = '']) => name);
    const floating = used.filter(name => !/^\.\/|^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name));
    expect(floating).toEqual([]);
  });
});

/** Jobs without a secret that write, and what. */
const writingJobs: Readonly<Record<string, readonly string[]>> = {
  comment: ['pull-requests'],
  issue: ['issues'],
};

describe.each(workflows)('%s', file => {
  const content = readFileSync(file, 'utf8');

  it('has no permission but those of its jobs, and one run at a time', () => {
    expect(content).toMatch(/^permissions: \{\}$/m);
    expect(content).toMatch(/^concurrency:\n {2}group: /m);
    expect(content).not.toContain('pull_request_target');
  });

  it('gives secrets to jobs of a protected environment alone, and lets none of them write', () => {
    const { jobs } = readWorkflow(basename(file));
    for (const [name, { environment, permissions, ...job }] of Object.entries(jobs)) {
      const hasSecrets = JSON.stringify(job).includes('secrets.');
      expect(environment !== '', name).toBe(hasSecrets);
      const written = Object.entries(permissions).filter(([, level]) => level === 'write');
      expect(
        written.map(([scope]) => scope),
        name,
      ).toEqual(hasSecrets ? ['id-token'] : (writingJobs[name] ?? []));
    }
  });
});

it('a pull request of a fork gets no secret, and no other one gets those of the default branch', () => {
  const content = readFileSync(join(githubFolder, 'workflows', 'svc-plan.yml'), 'utf8');
  // Dependabot has none, either. A merge queue waits for `validate` alone.
  const isOwn = 'github.event.pull_request.head.repo.full_name == github.repository';
  const hasSecrets = `${isOwn} && github.actor != 'dependabot[bot]'`;
  expect(content).toContain(`    if: ${hasSecrets}\n`);
  expect(content).toContain(`    if: \${{ !cancelled() && ${hasSecrets} }}\n`);
  expect(content).toMatch(/^ {2}merge_group:$/m);
  expect(content).not.toMatch(/svc-production|svc-plan$|PASSPHRASE/m);
});

it('a night is applied by its own environment and step, and no job plans or applies an old commit', async () => {
  const content = readFileSync(join(githubFolder, 'workflows', 'svc-apply.yml'), 'utf8');
  const [, plan = '', apply = ''] = content.split(/^ {2}(?:plan|apply):$/m);
  const isNight = "github.event_name == 'schedule'";
  // Whether something is due, the artefacts say.
  const isStored = "github.event_name != 'schedule' || hashFiles('svc-plan/*') != ''";
  for (const line of [
    `    if: \${{ success() || !cancelled() && ${isNight} && needs.plan.result == 'failure' }}\n`,
    `      - name: Apply\n        if: ${isStored}\n`,
    `    environment: \${{ ${isNight} && 'svc-rotation' || 'svc-production' }}\n`,
    `          STEP: \${{ ${isNight} && 'apply-due' || 'apply' }}\n`,
  ])
    expect(apply).toContain(line);
  expect(plan).toContain("    if: github.event_name != 'schedule' || vars.SVC_ROTATION == 'on'\n");
  for (const job of [plan, apply]) expect(job).toContain('      - uses: ./.github/actions/svc-current\n');
  const linesOf = await gitlabLines();
  for (const job of ['replan', 'apply', 'due', 'rotate'])
    expect(linesOf(job).before, job).toContain('environment=svc-production');
});

/** The jobs of GitLab's pipeline for an event. */
async function gitlabJobs(folder: string, event: Texts, ...options: readonly string[]): Promise<string[]> {
  const [, ...rows] = (await gitlabCiLocal(folder, ['--list-csv', ...options], event)).trim().split('\n');
  return rows
    .map(row => row.split(';'))
    .map(([name, , , when]) => `${name?.replace(': [1/1]', '')}${when === 'manual' ? ' by hand' : ''}`);
}

const requestOf = (project: string) => ({
  ...{ CI_PIPELINE_SOURCE: 'merge_request_event', CI_PROJECT_ID: '1217' },
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: project,
});
const branch = { CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' };
const night = { CI_PIPELINE_SOURCE: 'schedule' };
const gitlab = gitlabRepository();

/** Its schema is checked wherever its lines are run. */
it.each([
  ['a merge request', requestOf('1217'), ['validate', 'plan', 'comment']],
  ['a merge request of a fork', requestOf('99'), ['validate']],
  ['a start by hand', { CI_PIPELINE_SOURCE: 'web', ...branch }, ['replan', 'compare', 'apply by hand']],
  ['a merge', { CI_PIPELINE_SOURCE: 'push', ...branch }, ['replan', 'compare', 'apply by hand']],
  ['the night', night, ['night', 'inventory', 'issue']],
  [
    'the night, with rotations,',
    { ...night, SVC_ROTATION: 'on' },
    ['due', 'rotate', 'night', 'inventory', 'issue'],
  ],
])('.gitlab-ci.yml runs for %s the jobs of it alone', async (_, event, jobs) => {
  expect(await gitlabJobs(await gitlab, event, '--no-json-schema-validation')).toEqual(jobs);
});

const filesIn = (folder: string) => filesBelow(folder).map(file => relative(folder, file));

/** What counts in a whole repository: two copies with the same line would apply one state, or wait for each other. */
const ofOneCopy =
  /^.*(?:infrastructure|SVC_STACK: |!reference|svc-(?:setup|current|nightly)|group: svc|environment: .*svc-|name: svc[- ](?!report|night-|comment)).*$/gm;

const names = ['dev', 'staging', 'production'];

/** Runs the lines of the page in a new repository, with another expression in place of the one that renames the folder. */
async function copiesForThree(expression?: string) {
  const folder = await gitlabRepository();
  await cp('examples/ci/github-actions', folder, { recursive: true });
  const [copy = '', onGithub, onGitlab] = codeOf('docs/pipelines.md', 'Three environments', 'shell');
  const renaming = 's/infrastructure/$2/g';
  expect(copy).toContain(renaming);
  const lines = `${copy.replace(renaming, () => expression ?? renaming)}(${onGithub})\n${onGitlab}`;
  await execa('bash', ['-euo', 'pipefail', '-c', lines], { cwd: folder });
  const copies = filesIn(folder).filter(file => /^\.github\/[^/]+\/.*-dev|^dev\/.gitlab/.test(file));
  expect(copies).toHaveLength(6);
  return { folder, copies };
}

it('with workspaces or stacks, a copy for each names it beside its stack, and the folder stays', async () => {
  const [, expression] = /`(s\/\^.*?\/)`/.exec(sectionOf('docs/pipelines.md', 'Three environments')) ?? [];
  const { folder, copies } = await copiesForThree(expression);
  const texts = copies.map(file => readFileSync(join(folder, file), 'utf8')).join('\n');
  expect(texts.match(/^( *)SVC_STACK: dev\n\1TF_WORKSPACE: dev$/gm)).toHaveLength(5);
  expect(texts.match(/SVC_STACK: /g)).toHaveLength(5);
  expect(texts).toContain('working-directory: infrastructure');
});

it('the lines of the page make copies of the files for three environments, which share no name, folder, environment or group', async () => {
  const { folder, copies } = await copiesForThree();
  for (const file of copies) {
    const isGithub = !file.includes('gitlab');
    const model = join('examples/ci', isGithub ? 'github-actions' : 'gitlab', file.replace(/-dev|dev\//, ''));
    const [dev = '', staging = ''] = names.map(name =>
      readFileSync(join(folder, file.replace('dev', name)), 'utf8'),
    );
    if (isGithub) expect(findingsOn(model, dev)).toEqual([]);
    const shared = new Set(staging.split('\n'));
    const claims = readFileSync(model, 'utf8').match(ofOneCopy) ?? [];
    expect(dev.split('\n').filter(line => !shared.has(line)).length).toBeGreaterThanOrEqual(claims.length);
    expect(claims.filter(line => shared.has(line))).toEqual([]);
  }
  const jobs = await gitlabJobs(folder, requestOf('1217'));
  expect(jobs.sort()).toEqual(
    ['comment', 'plan', 'validate'].flatMap(job => [...names].sort().map(name => `${job}-${name}`)),
  );
});

it('the lines of the page make four jobs of each that plans, and one check waits for them', async () => {
  const folder = await gitlabRepository();
  const [lines = ''] = codeOf('docs/pipelines.md', 'Many stacks', 'shell');
  const shard = () => execa('bash', ['-euo', 'pipefail', '-c', lines], { cwd: folder });
  await shard();
  const four = (job: string) => [1, 2, 3, 4].map(shard => `${job}: [${shard}/4]`);
  expect(await gitlabJobs(folder, { ...night, SVC_ROTATION: 'on' })).toEqual(
    [four('due'), 'rotate', four('night'), 'inventory', 'issue'].flat(),
  );
  await cp('examples/ci/github-actions', folder, { recursive: true });
  await shard();
  const files = filesIn(join(folder, '.github/workflows'));
  const sharded = files.map(file => readFileSync(join(folder, '.github/workflows', file), 'utf8'));
  expect(sharded.map(text => text.match(/shard: \[1, 2, 3, 4\]/g)?.length)).toEqual([1, 1, 1]);
  expect(sharded.flatMap(text => findingsOn('svc', text))).toEqual([]);
  expect(readWorkflow('svc-plan.yml').jobs['plan']).toMatchObject({ needs: 'stacks' });
  const [, minute = ''] = codeOf('docs/pipelines.md', 'Every night', 'shell');
  expect((await execa('bash', ['-c', minute])).stdout).toMatch(/^[1-5]?\d 3 \* \* \*$/);
});

/** What the lines before a job export. */
const told = { SVC_COMMIT: '', SVC_RUN: '', SVC_REPORT: '' };

/** The folder of a configuration with the example's files. */
async function anInfrastructure(): Promise<string> {
  const folder = join(temporaryFolder(tmpdir(), 'svc-pipeline-'), 'infrastructure');
  await cp('examples/ci/infrastructure', folder, { recursive: true });
  return folder;
}

const steps = ['check', 'plan', 'report ../r', 'drift ../r', 'inventory'];

it.each([
  ...steps.map(
    step => [step, 'cdktf.json has its own `output`', '', 'cdktf.out/stacks has no stack'] as const,
  ),
  ...steps.map(
    step => [step, 'a stack is misspelt', 'dev prod', 'names prod, and there is only: dev'] as const,
  ),
  ...['plan', 'drift ../r', 'inventory'].map(
    step => [step, 'a folder has no backend', 'dev', 'dev has no backend'] as const,
  ),
  ...['5/4', '0/4', '2'].map(
    shard => ['plan', `SVC_SHARD is ${shard}`, '', `There is no shard ${shard}.`, shard] as const,
  ),
])(
  'pipeline.sh %s fails where %s: it looks at no other stack',
  async (step, _, stacks, words, shard = '') => {
    const folder = await anInfrastructure();
    const programs = join(folder, 'node_modules/.bin');
    for (const made of [programs, join(folder, 'dev')]) await mkdir(made, { recursive: true });
    if (stacks === '') await writeFile(join(folder, 'cdktf.json'), '{ "output": "elsewhere" }');
    await writeFile(join(folder, 'dev/.terraform.lock.hcl'), '');
    const mode = 0o755;
    await writeFile(join(programs, 'cdktf'), '#!/bin/sh\nmkdir -p elsewhere/stacks/security\n', { mode });
    await writeFile(join(programs, 'cdktf-provider-svc'), '#!/bin/sh\n', { mode });
    const env = { TERRAFORM_BINARY_NAME: 'true', SVC_STACK: 'default', SVC_STACKS: stacks, SVC_SHARD: shard };
    const settings = { cwd: folder, env: { ...env, ...told } };
    await expect(execa('bash', ['pipeline.sh', ...step.split(' ')], settings)).rejects.toMatchObject({
      stderr: expect.stringContaining(words),
    });
  },
);

it('pipeline.sh check names each copy of a file that the package has changed since', async () => {
  const top = temporaryFolder(tmpdir(), 'svc-copies-');
  const folder = join(top, 'infrastructure');
  const ofPackage = join(folder, 'node_modules/cdktf-provider-svc/examples/ci');
  for (const [from, to] of [
    ['examples/ci/github-actions', top],
    ['examples/ci/gitlab', join(top, 'dev')],
    ['examples/ci/infrastructure', folder],
    ['examples/ci', ofPackage],
  ] as const)
    await cp(from, to, { recursive: true });
  const check = async () => {
    const env = { PATH: process.env['PATH'], TERRAFORM_BINARY_NAME: 'true' };
    return (await execa('bash', ['pipeline.sh', 'check'], { cwd: folder, env, extendEnv: false, all: true }))
      .all;
  };
  expect(await check()).toBe('');
  for (const name of ['github-actions/.github/workflows/svc-plan.yml', 'gitlab/.gitlab-ci.yml']) {
    const changed = join(ofPackage, name);
    const text = readFileSync(changed, 'utf8');
    await writeFile(changed, text.replace(/(# Number of this file: )\w+\n$/, '$1other\n'));
  }
  expect(await check()).toContain(
    'has other files than these copies: ../dev/.gitlab-ci.yml ../.github/workflows/svc-plan.yml. See Upgrade',
  );
});

it('no step writes a line to the log that a runner takes for a command', async () => {
  const folder = await anInfrastructure();
  await mkdir(join(folder, '.terraform'));
  await writeFile(join(folder, '.terraform/terraform.tfstate'), '{ "backend": { "type": "pg" } }');
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  const lines = '  ::set-output name=due::yes\\nkey ##[error] \\r::warning::\\n';
  const program = `#!/bin/sh\nprintf '${lines}'\nprintf '${lines}' >&2\ncase "$*" in *-detailed*) touch svc.tfplan; exit 2 ;; esac\n`;
  const waits = [{ address: 'svc_api_key.k["~~~\n## x"]', reason: 'it was changed outside Terraform' }];
  await writeFile(join(folder, 'answer'), JSON.stringify({ onlyDue: false, waits }));
  const answers =
    `${program}case "$*" in *"--policy policy.json --fail-on policy,"*,every-object-gone" "--only-due*) cat answer; exit 4 ;; esac\n`.replace(
      /^printf.*\n/m,
      '',
    );
  const svc = 'node_modules/.bin/cdktf-provider-svc';
  for (const [name, text] of Object.entries({ terraform: program, npm: program, [svc]: answers }))
    await writeFile(join(folder, name), text, { mode: 0o755 });
  const env = {
    ...{ PATH: `${folder}:${process.env['PATH']}`, TERRAFORM_BINARY_NAME: join(folder, 'terraform') },
    ...{ SVC_STACK: 'default', SVC_SHARD: '1/1', SVC_PLAN_PASSPHRASE: 'x', ...told },
  };
  const [plan, archive] = ['plan -lock=false', '../archive'];
  const parts = ['check', plan, `pack ${archive}`, 'due waiting', `apply ${archive}`];
  for (const step of [...parts, 'inventory', 'install']) {
    const settings = { cwd: folder, env, extendEnv: false, reject: false } as const;
    const { stdout, stderr } = await execa('bash', ['pipeline.sh', ...step.split(' ')], settings);
    const isRead = /^due|^inventory/.test(step);
    const log = (isRead ? stderr : `${stdout}\n${stderr}`).trim().split('\n');
    if (!step.startsWith('pack')) expect(log.length, step).toBeGreaterThan(1);
    expect(
      log.filter(line => !/^(?:\| |$)/.test(line) || /##\[|\r/.test(line)),
      step,
    ).toEqual([]);
    if (step.startsWith('due')) expect(stdout).toBe('due=no');
  }
  const fence = '~~~text\nsvc_api_key.k["    ## x"]: it was changed outside Terraform\n~~~\n';
  expect(await readFile(join(folder, 'waiting'), 'utf8')).toBe(
    `**\`default\` waits for a person:**\n\n${fence}\n`,
  );
});

it('no file that pipeline.sh leaves in its folder is ready to be committed', async () => {
  const folder = await anInfrastructure();
  await execa('git', ['init', '--quiet', folder]);
  const text = await readFile(join(folder, 'pipeline.sh'), 'utf8');
  const left = [...new Set(text.match(/\b(?:svc|still|again)\.(?!sh\b)[a-z.]*[a-z]/g))];
  const { stdout } = await execa('git', ['check-ignore', ...left], { cwd: folder });
  expect(stdout.trim().split('\n')).toEqual(left);
});

/** What a configuration executes and reads: none of it is a file of the example. */
const ofUser = ['main.ts', 'lib/keys.ts', 'x.auto.tfvars', 'hosts.yaml', 'locks/a.lock.hcl', 'a.tofu'];

it.each([
  ['github-actions', '.github/CODEOWNERS'],
  ['gitlab', 'CODEOWNERS'],
])('in the example %s, %s gives each file an owner', async (forge, file) => {
  const folder = temporaryFolder(tmpdir(), 'svc-owners-');
  const owned = readFileSync(join('examples/ci', forge, file), 'utf8');
  // Both forges read patterns as git does in a list of ignored files.
  await writeFile(join(folder, 'patterns'), owned.replaceAll(/ +@acme\/security$/gm, ''));
  const git = ['-c', `core.excludesFile=${join(folder, 'patterns')}`, 'check-ignore', '--no-index', '--'];
  const below = [...filesIn('examples/ci/infrastructure'), ...ofUser].map(name => `infrastructure/${name}`);
  const paths = [...filesIn(join('examples/ci', forge)), ...below];
  await execa('git', ['init', '--quiet', folder]);
  const { stdout } = await execa('git', [...git, ...paths], { cwd: folder });
  expect(stdout.trim().split('\n')).toEqual(paths);
});
