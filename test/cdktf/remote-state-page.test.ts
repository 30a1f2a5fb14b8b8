import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startPostgres } from '../harness/programs/postgres';
import { projectOnSandbox } from './cdktf-project';
import { codeOf, promisesOf, readme } from './listings';
import { succeeded } from './run';

const { program, settings, tsconfig } = readme;
const [backend = ''] = codeOf('docs/remote-state.md', 'PostgreSQL', 'typescript');
const [split = ''] = codeOf('docs/remote-state.md', 'Split a state, or hand objects over', 'shell');

it('a deployed stack moves its state to PostgreSQL, loses nothing with cdktf.out, and hands a key to another stack', async context => {
  const postgres = await startPostgres(context);
  const { project, controls } = await projectOnSandbox({
    TF_VAR_signing_secret: 'the-secret-of-the-configuration',
    PG_CONN_STR: postgres.connection,
  });
  await writeFile(path.join(project.folder, 'tsconfig.json'), tsconfig);
  await writeFile(path.join(project.folder, 'cdktf.json'), settings);
  await project.writeProgram(program);
  await project.deploy('security');
  const imported = program.replace('{ App,', '{ App, PgBackend, type PgBackendConfig,');
  const remote = imported.replace('app.synth();', `${backend}app.synth();`);
  await project.writeProgram(remote);
  succeeded(await project.synthesize());
  const [migrate = ''] = codeOf('docs/remote-state.md', 'PostgreSQL', 'shell').slice(1);
  const shell = async (folder: string, listing: string, options = '') => {
    const terraform = `set -e\nterraform() { "$TERRAFORM_BINARY_NAME" "$@" ${options}; }`;
    return succeeded(await project.run('bash', ['-c', `${terraform}\n${listing}`], folder));
  };
  await shell(project.folder, migrate, '-force-copy');
  const json = await readFile(path.join(project.stackFolder('security'), 'cdk.tf.json'), 'utf8');
  expect(JSON.parse(json).terraform.backend).toEqual({ pg: { schema_name: 'security' } });
  await rm(path.join(project.folder, 'cdktf.out'), { recursive: true });

  succeeded(await project.synthesize());
  succeeded(await project.terraform('security', 'init', '-no-color'));
  expect(succeeded(await project.terraform('security', 'plan', '-no-color'))).toContain('No changes.');

  const [key = ''] = /^new ApiKey[\s\S]*?;\n/m.exec(remote) ?? [];
  const team = `const team = new TerraformStack(app, 'team');
new SvcProvider(team, 'svc');
${(backend + key).replaceAll('(stack', '(team').replace("'security'", "'team'")}app.synth();`;
  await project.writeProgram(remote.replace(key, '').replace('app.synth();', team));
  succeeded(await project.synthesize());
  const lines = `terraform -chdir=../team init\n${split.replaceAll('-chdir=team', '-chdir=../team')}`;
  const moved = await shell(project.stackFolder('security'), lines);
  expect(moved.match(/No changes\./g)).toHaveLength(promisesOf(split).length);
  const [issued] = controls.apiKeys.all();
  const theirs = await shell(project.stackFolder('team'), 'terraform state pull');
  expect(theirs).toContain(controls.apiKeys.stored(issued?.id ?? '')?.key);
});
