import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { startPostgres } from '../harness/programs/postgres';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const [install = ''] = codeOf('README.md', 'A stack', 'shell');
const [settings = ''] = codeOf('README.md', 'A stack', 'json');
const [program = ''] = codeOf('README.md', 'A stack', 'typescript');
const [backend = ''] = codeOf('docs/remote-state.md', 'PostgreSQL', 'typescript');
const [, tsconfig = ''] = /^echo '(.*)' > tsconfig\.json$/m.exec(install) ?? [];

it('a deployed stack moves its state to PostgreSQL, compiles without connStr, and loses nothing with cdktf.out', async context => {
  const postgres = await startPostgres(context);
  const sandbox = await aSandbox();
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: 'the-secret-of-the-configuration',
    PG_CONN_STR: postgres.connection,
  });
  await writeFile(path.join(project.folder, 'tsconfig.json'), tsconfig);
  await writeFile(path.join(project.folder, 'cdktf.json'), settings);
  await project.writeProgram(program);
  await project.deploy('security');
  const imported = program.replace('{ App,', '{ App, PgBackend, type PgBackendConfig,');
  await project.writeProgram(imported.replace('app.synth();', `${backend}app.synth();`));
  succeeded(await project.synthesize());
  const [migrate = ''] = codeOf('docs/remote-state.md', 'PostgreSQL', 'shell').slice(1);
  const terraform = 'terraform() { "$TERRAFORM_BINARY_NAME" "$@" -force-copy; }';
  succeeded(await project.run('bash', ['-c', `${terraform}\n${migrate}`], project.folder));
  const json = await readFile(path.join(project.stackFolder('security'), 'cdk.tf.json'), 'utf8');
  expect(JSON.parse(json).terraform.backend).toEqual({ pg: { schema_name: 'security' } });
  await rm(path.join(project.folder, 'cdktf.out'), { recursive: true });

  succeeded(await project.synthesize());
  succeeded(await project.terraform('security', 'init', '-no-color'));
  expect(succeeded(await project.terraform('security', 'plan', '-no-color'))).toContain('No changes.');
});
