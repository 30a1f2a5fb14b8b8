import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { version } from '../../package.json';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { CdktfProject } from '../cdktf/cdktf-project';
import { codeOf } from '../cdktf/listings';
import { aSandbox } from '../harness/a-sandbox';
import { packedPackage } from '../harness/packed-package';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { needRunnerPrograms, runLines } from '../terraform/pipelines/runner';

const page = 'docs/pipelines.md';
const [setUp = ''] = codeOf(page, 'Set up', 'shell');
const [upgrade = ''] = codeOf(page, 'Upgrade', 'shell');

/** The package of the next version, made in a copy of this clone as a release makes it: its tarball, and unpacked. */
async function nextPackage() {
  const folder = temporaryFolder(tmpdir(), 'svc-next-');
  const [copy, into] = [join(folder, 'clone'), join(folder, 'packages')];
  await execa('git', ['clone', '--quiet', resolve('.'), copy]);
  await symlink(resolve('node_modules'), join(copy, 'node_modules'));
  const lines = `npm version minor --no-git-tag-version --ignore-scripts
    npx tsx scripts/set-version.ts && npx tsx scripts/generate.ts && node scripts/ready.mjs
    npx tsx scripts/package.ts --only cdktf/js --into '${into}' && tar -xzf '${into}'/cdktf/js/*.tgz -C '${folder}'`;
  await execa('bash', ['-euo', 'pipefail', '-c', lines], { cwd: copy });
  const [tarball = ''] = await readdir(join(into, 'cdktf/js'));
  return { tarball: join(into, 'cdktf/js', tarball), folder: join(folder, 'package') };
}

/** The folder of a pipeline with the example in HCL, in a repository, and a shell that has its own home in each job. */
async function pipeline(sandbox: Awaited<ReturnType<typeof aSandbox>>) {
  const top = temporaryFolder(tmpdir(), 'svc-upgrade-');
  const folder = join(top, 'infrastructure');
  await cp('examples/ci/infrastructure', folder, { recursive: true });
  const main = await readFile('examples/hcl/main.tf', 'utf8');
  await writeFile(join(folder, 'main.tf'), main.replace(`"~> ${version}"`, `">= ${version}"`));
  await mkdir(join(top, 'programs'));
  const { path } = await foundTerraform();
  await symlink(path, join(top, 'programs', 'terraform'));
  const environment = {
    ...{ PATH: `${join(top, 'programs')}:${process.env['PATH']}`, CHECKPOINT_DISABLE: '1', TF_INPUT: '0' },
    ...{ SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key, TF_VAR_signing_secret: 'made-up-for-the-test' },
    ...{ npm_config_audit: 'false', npm_config_fund: 'false', SVC_STACK: 'default' },
    TERRAFORM_BINARY_NAME: 'terraform',
  };
  let homes = 0;
  const attempt = (lines: string, home = 'home') =>
    runLines(lines, folder, { ...environment, HOME: join(top, home) });
  const shell = async (lines: string, home?: string) => {
    const { code, output } = await attempt(lines, home);
    expect(code, output).toBe(0);
    return output;
  };
  /** A job has nothing of an earlier one but what is committed. */
  const check = () => {
    homes += 1;
    return attempt('rm -r .terraform; bash pipeline.sh install && bash pipeline.sh check', `job-${homes}`);
  };
  return { folder, shell, check };
}

const commit = (message: string) =>
  `git add --all && git -c user.name=Someone -c user.email=someone@example.com commit --quiet --message='${message}'`;

it('the folder of a pipeline with a stack in HCL moves to the next version and back, and so does a stack of cdktf', async context => {
  needRunnerPrograms(context);
  const [former, next] = await Promise.all([packedPackage('cdktf'), nextPackage()]);
  const { folder, shell, check } = await pipeline(await aSandbox());
  await cp(former.tarball, join(folder, basename(former.tarball)));
  await shell(`git init --quiet\n${setUp}\n${commit('First')}`);
  await shell('terraform init -reconfigure && terraform apply -auto-approve');
  expect(await check()).toMatchObject({ code: 0 });

  await rm(join(folder, basename(former.tarball)));
  await cp(next.tarball, join(folder, basename(next.tarball)));
  await shell(
    `sed -i 's/"~> ${version}"/">= ${version}"/' main.tf && npm install ./cdktf-provider-svc-*.tgz`,
  );
  // As a bot does that raises the npm package alone.
  expect((await check()).output.replaceAll(/[\s│|]+/g, ' ')).toContain('is no longer available');
  await shell(`${upgrade}\n${commit('Upgrade')}`);
  const nextVersion = JSON.parse(await readFile(join(next.folder, 'package.json'), 'utf8')).version;
  expect(nextVersion).not.toBe(version);
  expect(await readFile(join(folder, '.terraform.lock.hcl'), 'utf8')).toContain(`"${nextVersion}"`);
  expect(await check()).toMatchObject({ code: 0 });
  expect(await shell('terraform init && terraform plan')).toContain('No changes.');

  const back = 'git -c user.name=Someone -c user.email=someone@example.com revert --no-edit HEAD && npm ci';
  await shell(`${back} && npx --no cdktf-provider-svc install && terraform init`);
  expect(await check()).toMatchObject({ code: 0 });
  expect(await shell('terraform version && terraform plan')).toMatch(
    new RegExp(`svc/svc v${version}[\\s\\S]*No changes\\.`),
  );

  const sandbox = await aSandbox();
  const variables = {
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: 'made-up-for-the-test',
  };
  const project = await CdktfProject.create(variables);
  const stack = 'security-operations';
  await project.deploy(stack);
  const installed = join(project.folder, 'node_modules/cdktf-provider-svc');
  for (const { folder: from } of [next, former]) {
    await rm(installed, { recursive: true });
    await cp(from, installed, { recursive: true });
    expect(await project.deploy(stack)).toContain('0 added, 0 changed, 0 destroyed');
    const { version: used } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
    expect(await readFile(join(project.stackFolder(stack), '.terraform.lock.hcl'), 'utf8')).toContain(
      `"${used}"`,
    );
  }
});
