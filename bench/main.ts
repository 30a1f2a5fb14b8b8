/** `npm run bench`: measures what users wait for, beside its floor and a provider in Go, in one run. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readmeWith } from '../scripts/figures/readme';
import type { Report } from '../scripts/figures/results';
import { terraformOrPinned } from '../scripts/pinned-terraform';
import { benchCases } from './cases';
import { drawChart } from './chart';
import { describeMachine } from './machine';
import { failures, sayResults } from './report';
import { runCases } from './run';
import { saveReport } from './save-report';
import { before as buildBefore, goPeer, ours, terraformData } from './subjects';

const say = (line: string) => console.error(`bench: ${line}`);
const resultsFolder = 'bench/results';

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const only = { ...text, default: '' };
  // Of a small case: large ones take fewer rounds, launches more.
  const asked = { ...text, default: '15' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { only, rounds: asked, before: text, 'no-save': { type: 'boolean' } },
  });
  const [wanted = values.only] = positionals;
  const { before } = values;
  const rounds = Number(values.rounds);
  if (!(Number.isInteger(rounds) && rounds > 0)) throw new Error('--rounds takes a whole number from 1.');
  const chosen = benchCases.filter(({ name }) => name.includes(wanted));
  const terraform = await terraformOrPinned(say);
  const peer = goPeer(say);
  const others = [
    ...(peer === undefined ? [] : [peer]),
    ...(before === undefined ? [] : [buildBefore(before)]),
  ];
  const subjects = [terraformData, ...others, ours];
  const results = await runCases(chosen, { binary: terraform.path, subjects, before, rounds, say });
  const report: Report = { machine: describeMachine(terraform, peer), results };
  const machine = Object.entries(report.machine).map(([name, value]) => `${name}: ${value}`);
  console.log(`${machine.join('\n')}\n\n${sayResults(report)}`);
  const over = failures(results);
  if (over.length > 0) process.exitCode = 1;
  if (over.length > 0) say(`OVER THE LIMIT beside the provider in Go: ${over.join('; ')}`);
  if (values['no-save']) return;
  const saved = saveReport(`${resultsFolder}/bench.json`, report);
  writeFileSync(`${resultsFolder}/bench.svg`, await drawChart(saved));
  writeFileSync('README.md', readmeWith(saved));
  const kept = saved.results.length - results.length;
  say(`wrote ${resultsFolder}: ${results.length} cases of this run, ${kept} of earlier ones`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
