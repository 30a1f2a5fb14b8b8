/** `npm run bench`: measures what users wait for, beside its floor and a provider in Go, in one run. */
import { Command, InvalidArgumentError } from 'commander';
import { findTerraform } from '../src/cli/terraform-binary';
import { type BenchCase, benchCases } from './cases';
import { describeMachine } from './machine';
import { sayResults } from './report';
import { type Report, saveReport } from './results';
import { runCases } from './run';
import { before as buildBefore, goPeer, ours, terraformData } from './subjects';

const say = (line: string) => console.error(`bench: ${line}`);
const resultsFolder = 'bench/results';

interface Options {
  readonly rounds: number;
  readonly only: string;
  readonly huge: boolean;
  readonly save: boolean;
  readonly before?: string;
}

async function main(): Promise<void> {
  const { rounds, only, huge, save, before } = new Command('bench')
    .option('--rounds <count>', 'rounds of a small case; large ones take fewer, launches more', positive, 15)
    .option('--only <text>', 'only cases whose name has this text', '')
    .option('--huge', 'the plan of 10,000 as well, which takes about a quarter of an hour', false)
    .option('--before <clone>', 'also the build of another clone; then nothing is saved')
    .option('--no-save', `leave ${resultsFolder} as it is`)
    .parse()
    .opts<Options>();
  const chosen = benchCases.filter(({ name }) => name.includes(only)).filter(each => huge || !isHuge(each));
  const terraform = await findTerraform({ environment: process.env, announce: say });
  const peer = goPeer(say);
  const others = [
    ...(peer === undefined ? [] : [peer]),
    ...(before === undefined ? [] : [buildBefore(before)]),
  ];
  const subjects = [terraformData, ...others, ours];
  const results = await runCases(chosen, { binary: terraform.path, subjects, before, rounds, say });
  const report: Report = { machine: describeMachine(terraform, peer), results };
  const machine = Object.entries(report.machine).map(([name, value]) => `${name}: ${value}`);
  console.log(`${machine.join('\n')}\n\n${sayResults(results)}`);
  if (save && before === undefined) await saveReport(resultsFolder, report, say);
}

const isHuge = (chosen: BenchCase) => chosen.kind === 'plan' && chosen.huge;

function positive(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1)
    throw new InvalidArgumentError('It takes a whole number from 1.');
  return count;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
