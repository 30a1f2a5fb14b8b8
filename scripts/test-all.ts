/**
 * `npm run test:all`: every combination, every Terraform, Node.js and language, and the long soaks. `--only nodes,soak` runs
 * parts alone; after `--minutes 60` no other part begins.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { findTerraform } from '../src/cli/terraform-binary';
import { partsOf } from './test-parts/parts';
import { chosenParts, type Part, runParts } from './test-parts/run-parts';
import { sayTally, type Tally, takeTally, tallyFile, writeTally } from './test-tally';

async function main(): Promise<void> {
  const parts = partsOf(process.env, await tofuOnPath());
  const { only, minutes } = new Command('test:all')
    .option('--only <parts>', `parts, separated by commas: ${parts.map(({ name }) => name).join(', ')}`)
    .option('--minutes <count>', 'no part begins after this many minutes', Number)
    .parse()
    .opts<{ only?: string; minutes?: number }>();
  const began = performance.now();
  const tally = await runParts(chosenParts(parts, only), {
    run: runPart,
    say: line => console.log(line),
    elapsed: () => (performance.now() - began) / 60_000,
    minutes,
  });
  writeTally(tally);
  console.log(sayTally(tally));
  process.exitCode = tally.failed > 0 ? 1 : 0;
}

async function tofuOnPath(): Promise<string | undefined> {
  const environment = { ...process.env, TERRAFORM_BINARY_NAME: 'tofu' };
  return findTerraform({ environment }).then(
    ({ path }) => path,
    () => undefined,
  );
}

async function runPart({ command: [script = '', ...parameters], environment }: Part): Promise<Tally> {
  rmSync(tallyFile, { force: true });
  const program = spawn(join('node_modules', '.bin', 'tsx'), [join('scripts', script), ...parameters], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  });
  const [code]: unknown[] = await once(program, 'close');
  const tally = takeTally();
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
