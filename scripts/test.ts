/**
 * `npm test`: runs lint, type check and every vitest project, even if one fails, and prints one summary at the
 * end. With arguments, it runs only vitest with them: `npm test -- --project unit`. `npm run
 * test:all` is the same run with every combination and long soaks, selected by the environment.
 */
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findTerraform } from '../src/cli/terraform-binary';
import { addUp, readReport, sayTally, type Tally, tallyFile, vitestReport, writeTally } from './test-tally';

const vitestArguments = process.argv.slice(2);

async function main(): Promise<void> {
  for (const stale of [tallyFile, vitestReport]) rmSync(stale, { force: true });
  const checks = vitestArguments.length > 0 ? [] : [check('biome', 'check', '.'), check('tsc', '-p', '.')];
  // The checks use one core while the first tests wait for their processes.
  const tally = addUp(await Promise.all([...checks, testAll()]));
  writeTally(tally);
  console.log(sayTally(tally));
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

/** Prints one line for a check that passes, and the output of one that fails. */
async function check(tool: string, ...parameters: string[]): Promise<Tally> {
  const started = performance.now();
  const { code, output } = await run(tool, parameters, 'collect');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok' : 'FAILED'}  ${tool} ${parameters.join(' ')} (${seconds} s)`);
  if (code !== 0) console.log(output);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 };
}

async function testAll(): Promise<Tally> {
  const terraform = await findTerraform({ environment: process.env, announce: line => console.log(line) });
  console.log(`${terraform.product} ${terraform.version} (${terraform.origin})`);
  const reporters = [
    '--reporter=default',
    '--reporter=./scripts/test-parts/skipped-tests.ts',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ];
  const { code } = await run('vitest', ['run', ...reporters, ...vitestArguments], 'show', {
    TERRAFORM_BINARY_NAME: terraform.path,
  });
  const tally = readReport(vitestReport);
  // Vitest can fail without a failed test (an unhandled rejection, or a file that it could not load).
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function run(
  tool: string,
  parameters: readonly string[],
  output: 'collect' | 'show',
  environment: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const program = spawn(join('node_modules', '.bin', tool), parameters, {
    stdio: ['ignore', output === 'show' ? 'inherit' : 'pipe', output === 'show' ? 'inherit' : 'pipe'],
    env: { ...process.env, ...environment },
  });
  const chunks: Buffer[] = [];
  program.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  program.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    program.once('error', reject);
    program.once('close', code => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
