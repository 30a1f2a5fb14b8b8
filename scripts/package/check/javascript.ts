import { once } from 'node:events';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { z } from 'zod';
import { devDependencies } from '../../../package.json';
import type { Cdk } from '../../generate-bindings';
import { startCommands } from './commands';
import { applyTwice } from './hcl';
import type { Place } from './place';
import { synthesize } from './synthesis';

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
  await withSandbox(tool, place, async variables => {
    await applyTwice(place, { tool, variables, example: join(examples, 'hcl') });
  });
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
