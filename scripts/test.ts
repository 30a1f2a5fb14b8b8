/**
 * `npm test`: runs lint, type check, the check of generated files and every vitest project, even if one fails, and
 * prints one summary at the end. With arguments, it runs only vitest with them: `npm test -- --project unit`.
 */
import { rmSync } from 'node:fs';
import { execa, execaCommand } from 'execa';
import { terraformOrPinned } from './pinned-terraform';
import { finish, readTally, type Tally, tallyFile, vitestTally } from './test-tally';

const vitestArguments = process.argv.slice(2);
const settings = { preferLocal: true, reject: false, stdin: 'ignore' } as const;

/** Prints one line for a check that passes, and the output of one that fails. */
async function check(command: string): Promise<Tally> {
  const started = performance.now();
  const { exitCode, all } = await execaCommand(command, { ...settings, all: true });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const passed = exitCode === 0 ? 1 : 0;
  console.log(`${passed === 1 ? 'ok' : `${all}\nFAILED`}  ${command} (${seconds} s)`);
  return { passed, failed: 1 - passed, skipped: 0 };
}

async function testAll(): Promise<Tally> {
  const terraform = await terraformOrPinned(line => console.log(line));
  console.log(`${terraform.product} ${terraform.version} (${terraform.path})`);
  const reporters = ['--reporter=default', '--reporter=./scripts/test-reporter.ts'];
  const { exitCode } = await execa('vitest', ['run', ...reporters, ...vitestArguments], {
    ...settings,
    env: { TERRAFORM_BINARY_NAME: terraform.path },
    stdout: 'inherit',
    stderr: 'inherit',
  });
  return readTally(vitestTally, exitCode);
}

async function main(): Promise<void> {
  for (const stale of [tallyFile, vitestTally]) rmSync(stale, { force: true });
  const all = ['biome check .', 'npm run typecheck', 'tsx scripts/generate.ts --check'];
  const checks = vitestArguments.length > 0 ? [] : all;
  // The checks use one core while the first tests wait for their processes.
  finish(await Promise.all([...checks.map(check), testAll()]));
}

void main();
