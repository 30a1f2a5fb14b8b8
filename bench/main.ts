/** `npm run bench`: what Terraform's users wait for, beside its floor and a provider in Go, in one run. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { Command, InvalidArgumentError } from 'commander';
import { version } from '../package.json';
import { findTerraform, type TerraformBinary } from '../src/cli/terraform-binary';
import { type CaseResult, hugePlanCases, launchCases, type PlanCase, planCases } from './cases';
import { drawChart } from './chart';
import { Launcher } from './launch';
import { sayResults } from './report';
import { preparePlans, runLaunchCase, runPlanCase } from './run';
import { goPeer, ours, type Subject, terraformData } from './subjects';

const say = (line: string) => console.error(`bench: ${line}`);
const resultsFolder = 'bench/results';

interface Options {
  readonly rounds: number;
  readonly only: string;
  readonly huge: boolean;
  readonly save: boolean;
}

async function main(): Promise<void> {
  const options = new Command('bench')
    .option('--rounds <count>', 'rounds of a small case; large ones take fewer', positive, 15)
    .option('--only <text>', 'only cases whose name has this text', '')
    .option('--huge', 'also the plan of 10,000, which takes minutes', false)
    .option('--no-save', `do not write ${resultsFolder}`)
    .parse()
    .opts<Options>();
  const terraform = await findTerraform({ environment: process.env, announce: say });
  const peer = goPeer(say);
  const subjects = [terraformData, ...(peer === undefined ? [] : [peer]), ours];
  const results = [...(await launches(subjects, options)), ...(await plans(terraform, subjects, options))];
  const machine = describeMachine(terraform, peer);
  console.log(
    `${Object.entries(machine)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}\n\n${sayResults(results)}`,
  );
  if (options.save) await save(machine, results);
}

async function launches(subjects: readonly Subject[], { only, rounds }: Options): Promise<CaseResult[]> {
  const launcher = new Launcher();
  try {
    const results: CaseResult[] = [];
    for (const chosen of launchCases.filter(({ name }) => name.includes(only))) {
      results.push(await runLaunchCase(chosen, launcher, subjects, rounds * 2, say));
    }
    return results;
  } finally {
    launcher.dispose();
  }
}

async function plans(
  terraform: TerraformBinary,
  subjects: readonly Subject[],
  options: Options,
): Promise<CaseResult[]> {
  const chosen = [...planCases, ...(options.huge ? hugePlanCases : [])].filter(({ name }) =>
    name.includes(options.only),
  );
  const results: CaseResult[] = [];
  for (const count of new Set(chosen.map(({ count }) => count))) {
    const cases = chosen.filter(plan => plan.count === count);
    results.push(...(await plansOf(count, cases, terraform, subjects, options)));
  }
  return results;
}

/** The states are made once, and serve all cases with so many resources. */
async function plansOf(
  count: number,
  cases: readonly PlanCase[],
  terraform: TerraformBinary,
  subjects: readonly Subject[],
  { rounds }: Options,
): Promise<CaseResult[]> {
  const prepared = await preparePlans(terraform.path, subjects, count, say);
  try {
    const results: CaseResult[] = [];
    for (const plan of cases) {
      results.push(await runPlanCase(plan, prepared, Math.max(3, Math.round(rounds / plan.slowness)), say));
    }
    return results;
  } finally {
    for (const plan of prepared) await plan.dispose();
  }
}

function describeMachine(
  terraform: TerraformBinary,
  peer: Subject | undefined,
): Readonly<Record<string, string>> {
  const [processor] = cpus();
  const framework = /terraform-plugin-framework (v\S+)/.exec(readFileSync('bench/go-peer/go.mod', 'utf8'));
  return {
    processor: `${processor?.model ?? 'unknown'}, ${cpus().length} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    terraform: `${terraform.product} ${terraform.version}`,
    provider: version,
    'Go peer':
      peer === undefined ? 'not measured' : `${goVersion()}, terraform-plugin-framework ${framework?.[1]}`,
  };
}

const goVersion = () => execFileSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' }).trim();

async function save(
  machine: Readonly<Record<string, string>>,
  results: readonly CaseResult[],
): Promise<void> {
  mkdirSync(resultsFolder, { recursive: true });
  const content = { measured: new Date().toISOString(), machine, results };
  writeFileSync(`${resultsFolder}/bench.json`, `${JSON.stringify(content, undefined, 2)}\n`);
  const subtitle = `${machine['processor']}; Node ${machine['node']}, ${machine['terraform']}`;
  writeFileSync(`${resultsFolder}/bench.svg`, await drawChart(results, subtitle));
  say(`wrote ${resultsFolder}/bench.json and bench.svg`);
}

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
