import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run } from '../../cdktf/run';

/** cdktn-cli does not start on Node.js 20. Both are kept between runs. */
export const tools = path.resolve('.cache', 'cdktn-cli-0.24.0');
const packages = ['cdktn-cli@0.24.0', 'cdktn@0.24.0', `node-${process.platform}-${process.arch}@22.22.3`];

export const newerNode = path.join(tools, `node_modules/node-${process.platform}-${process.arch}/bin`);

/** Returns why the tools are not available here, if they are not. */
export async function obstacle(): Promise<string | undefined> {
  if (existsSync(tools)) return undefined;
  const fresh = `${tools}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(path.join(fresh, 'package.json'), '{ "private": true }');
  const parameters = ['install', '--silent', '--no-audit', '--no-fund', ...packages];
  const installed = await run('npm', parameters, { cwd: fresh, environment: {} });
  if (installed.code !== 0)
    return `npm cannot install ${packages.join(', ')}: ${installed.output.slice(-500)}`;
  await rename(fresh, tools);
  return undefined;
}
