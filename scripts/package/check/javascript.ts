import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import { devDependencies } from '../../../package.json';
import type { Cdk } from '../../generate-bindings';
import { startCommands } from './commands';
import { applyTwice, validate } from './hcl';
import type { Place } from './place';

/** Installs the tarball, then uses its command, its sandbox, its provider and its constructs. */
export async function checkTarball(cdk: Cdk, folder: string, place: Place): Promise<void> {
  const [tarball = ''] = readdirSync(folder);
  cpSync(join(folder, tarball), place.path(tarball));
  await checkNpmPackage(cdk, `./${tarball}`, place);
}

/** @param wanted the package, as `npm install` takes it */
export async function checkNpmPackage(cdk: Cdk, wanted: string, place: Place): Promise<void> {
  writeFileSync(place.path('package.json'), '{ "private": true }\n');
  // npm installs the peers, which are the CDK and constructs. tsx runs the program.
  await place.run(['npm', 'install', '--no-package-lock', wanted, `tsx@${devDependencies.tsx}`]);
  const name = `${cdk}-provider-svc`;
  const programs = place.path('node_modules', '.bin');
  await startCommands(place, programs);
  const tool = join(programs, name);
  await place.run(['node', '-e', `require('${name}'); require('${name}/sandbox')`]);
  const examples = place.path('node_modules', name, 'examples');
  await withSandbox(tool, place, variables => applyTwice(place, tool, variables, join(examples, 'hcl')));
  const project = place.path('typescript');
  cpSync(join(examples, 'typescript'), project, { recursive: true });
  await synthesize(place, project);
}

const announcement = z.object({ url: z.string(), api_key: z.string() });

/** Starts the sandbox of the package, and stops it. */
async function withSandbox(
  tool: string,
  { environment: env, folder: cwd }: Place,
  act: (variables: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  const sandbox = execa(tool, ['sandbox'], { cwd, env, extendEnv: false, reject: false, stdin: 'ignore' });
  try {
    const [line]: unknown[] = await once(sandbox.stdout ?? sandbox, 'data');
    const { url, api_key } = announcement.parse(JSON.parse(String(line)));
    await act({ SVC_BASE_URL: url, SVC_API_KEY: api_key });
  } finally {
    sandbox.kill();
    await sandbox;
  }
}

const project = z.object({ app: z.string(), context: z.record(z.string(), z.unknown()) });

/**
 * Runs the program of an example as the CLI of its CDK does. Terraform then finds the provider beside the stack.
 *
 * @throws if the program fails, or if it delivers no stack or no provider
 */
async function synthesize(place: Place, folder: string): Promise<void> {
  const { app, context } = project.parse(JSON.parse(readFileSync(join(folder, 'cdktf.json'), 'utf8')));
  const environment = { CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  await place.run(['sh', '-c', app], { cwd: folder, environment });
  const stack = join(folder, 'cdktf.out', 'stacks', 'security-operations');
  for (const name of ['cdk.tf.json', 'terraform.d/plugins'])
    if (!existsSync(join(stack, name))) throw new Error(`${app} has not written ${name} to ${stack}.`);
  await validate(place, stack);
}
