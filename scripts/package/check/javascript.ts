import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { devDependencies, version } from '../../../package.json';
import type { Cdk } from '../../generate-bindings-from-schema';
import { applyTwice } from './hcl';
import { demandNamedFiles } from './named-files';
import { untar } from './packed-files';
import type { Place } from './place';
import { synthesize } from './synthesis';

/** Installs the tarball, then uses its command, its sandbox, its provider and its constructs. */
export async function checkTarball(cdk: Cdk, folder: string, place: Place): Promise<void> {
  const [tarball = ''] = readdirSync(folder);
  const unpacked = place.path('unpacked');
  mkdirSync(unpacked);
  untar(join(folder, tarball), unpacked);
  demandNamedFiles(tarball, join(unpacked, 'package'));
  cpSync(join(folder, tarball), place.path(tarball));
  writeFileSync(place.path('package.json'), '{ "private": true }\n');
  // npm installs the peers, which are the CDK and constructs. tsx runs the program.
  await place.run(['npm', 'install', '--no-package-lock', `./${tarball}`, `tsx@${devDependencies.tsx}`]);
  await demandOwnModule(cdk, place);
  const examples = place.path('node_modules', `${cdk}-provider-svc`, 'examples');
  const tool = (...parameters: readonly string[]) =>
    ['npx', '--no', '--', `${cdk}-provider-svc`, ...parameters] as const;
  await tryCommands(tool, place);
  await withSandbox(tool, place, async variables => {
    await logIn(tool, variables, place);
    await applyTwice(place, { tool, variables, example: join(examples, 'hcl') });
  });
  const project = place.path('typescript');
  cpSync(join(examples, 'typescript'), project, { recursive: true });
  await synthesize(place, project);
}

type Tool = (...parameters: readonly string[]) => readonly string[];

async function demandOwnModule(cdk: Cdk, place: Place): Promise<void> {
  const program = `console.log(require('fs').realpathSync(require.resolve('${cdk}-provider-svc')))`;
  const found = (await place.run(['node', '-e', program])).trim();
  if (!found.startsWith(place.folder)) throw new Error(`The module was loaded from ${found}.`);
}

async function tryCommands(tool: Tool, place: Place): Promise<void> {
  const stated = (await place.run(tool('--version'))).trim();
  if (stated !== version) throw new Error(`--version says ${stated}, and ${version} is packed.`);
  const help = await place.run(tool('--help'));
  for (const command of ['report', 'sandbox', 'install', 'login', 'journal'])
    if (!help.includes(`  ${command}`)) throw new Error(`--help does not name ${command}:\n${help}`);
}

/** Starts the sandbox of the package in the background, and stops it. */
async function withSandbox(
  tool: Tool,
  place: Place,
  act: (variables: Readonly<Record<string, string>>) => Promise<void>,
): Promise<void> {
  try {
    const printed = await place.run(tool('sandbox', '--background'));
    const exports = printed.matchAll(/\b(SVC_\w+)=(\S+)/g);
    await act(Object.fromEntries([...exports].map(([, name = '', value = '']) => [name, value])));
  } finally {
    await place.run(tool('sandbox', '--stop'), { isCleanup: true });
  }
}

/** Logs in at the sandbox, with a program in the place of the browser. */
async function logIn(tool: Tool, variables: Readonly<Record<string, string>>, place: Place): Promise<void> {
  const browser = place.path('browser');
  writeFileSync(browser, '#!/bin/sh\nexec node -e "fetch(process.argv[1])" "$1"\n');
  chmodSync(browser, 0o755);
  const environment = { ...variables, BROWSER: browser, SVC_CLIENT_ID: 'package-check' };
  await place.run(tool('login'), { environment });
  const who = await place.run(tool('whoami'), { environment });
  if (!who.includes('package-check')) throw new Error(`whoami does not name the login:\n${who}`);
}
