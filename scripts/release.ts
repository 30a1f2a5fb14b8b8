/**
 * `npm run release -- 0.2.0` tests and packages a version, and tags the commit. It lists the publishing steps; with
 * `--publish` it runs them. `--dry-run` neither tags nor publishes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { takenFlags } from './package/taken-flags';
import { statements } from './package/versions';
import { differences, type FilesMade, filesMade, lackingFiles } from './release/files-made';
import { changes, commitOf, git, tagCommit } from './release/git';
import { notesOf } from './release/notes';
import { movedSince, publishingRefusals, refusals, type Situation } from './release/refusals';
import { type Environment, secretsOf, signingKeyOf, withoutSecrets } from './release/secrets';
import { described, type PublishingStep, publishingSteps } from './release/steps';

interface ReleaseFlags {
  readonly dryRun?: boolean;
  readonly tested?: boolean;
  readonly publish?: boolean;
  readonly parts?: string;
}

const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const command = new Command('release')
  .argument('<version>', 'for example 0.2.0; package.json must say the same')
  .option('--dry-run', 'do everything but tag and publish')
  .option('--tested', 'do not run npm test: CI has tested this commit')
  .addOption(new Option('--publish', 'run the publishing steps, too').conflicts('dryRun'))
  .addOption(
    // Not `--only`: npm has such a flag, and drops the parts without a trace if there is no `--` before it.
    new Option('--parts <names>', 'package these parts only; for a dry run').implies({ dryRun: true }),
  )
  .action(release);

async function release(wanted: string, { dryRun, tested, publish, parts }: ReleaseFlags): Promise<void> {
  const tag = `v${wanted}`;
  const steps = publishingSteps(wanted);
  const begun = situationOf(wanted);
  demandNone(refusals(begun));
  if (publish) demandNone(publishingRefusals(steps, process.env, readFileSync('package.json', 'utf8')));
  const environment = withoutSecrets(process.env, steps);
  if (!tested) await run(['npm', 'test'], environment);
  await packageTwice(parts === undefined ? [] : ['--only', parts], environment);
  if (publish) demandNone(lackingFiles(steps));
  // Tests and packaging take half an hour, in which somebody may have changed the clone.
  demandNone([...refusals(situationOf(wanted)), ...movedSince(begun.head, git('rev-parse', 'HEAD'))]);
  if (dryRun) console.log(`release: ${wanted} can be released. This was a dry run: there is no tag.`);
  else tagCommit(tag, begun.head, notesOf(wanted, readFileSync('CHANGELOG.md', 'utf8')));
  if (publish) await publishAll(steps);
  else console.log(`release: to publish ${wanted}, in this order:\n${steps.map(described).join('\n')}`);
}

function situationOf(wanted: string): Situation {
  return {
    wanted,
    changes: changes(),
    tagged: commitOf(`v${wanted}`),
    head: git('rev-parse', 'HEAD'),
    statements: statements(),
  };
}

/** A second time in another time zone, whose packages are the ones to publish and are checked. */
async function packageTwice(parameters: readonly string[], environment: Environment): Promise<void> {
  const signing = { ...environment, ...signingKeyOf(process.env) };
  const first = await packaged(parameters, { ...signing, TZ: 'UTC' });
  const second = await packaged([...parameters, '--check'], { ...signing, TZ: 'Asia/Tokyo' });
  demandNone(differences(first, second).map(path => `Packaging twice gave other bytes for ${path}.`));
  console.log(`release: ${second.size} files, the same bytes twice`);
}

async function packaged(parameters: readonly string[], environment: Environment): Promise<FilesMade> {
  const tsx = join('node_modules', '.bin', 'tsx');
  await run([tsx, 'scripts/package.ts', ...parameters], environment);
  return filesMade();
}

async function publishAll(steps: readonly PublishingStep[]): Promise<void> {
  const base = withoutSecrets(process.env, steps);
  for (const step of steps) {
    console.log(`release: ${step.name}`);
    const own = { ...secretsOf(step, process.env), ...step.environment };
    if (step.ownHome) await inEmptyHome(home => run(step.command, { ...base, ...own, HOME: home }));
    else await run(step.command, { ...base, ...own });
  }
}

/** The tool leaves its token there. So no other step gets the folder, and it is also deleted when Ctrl-C ends the run. */
async function inEmptyHome(act: (home: string) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'svc-release-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  const end = (signal: NodeJS.Signals) => {
    remove();
    process.kill(process.pid, signal);
  };
  for (const signal of endings) process.once(signal, end);
  try {
    await act(home);
  } finally {
    for (const signal of endings) process.off(signal, end);
    remove();
  }
}

async function run(
  [program = '', ...parameters]: readonly string[],
  environment: Environment,
): Promise<void> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'inherit', 'inherit'], env: environment });
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error(`${[program, ...parameters].join(' ')} ended with ${String(code)}.`);
}

function demandNone(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Error(`This cannot be released.\n\n${reasons.join('\n')}`);
}

async function main(): Promise<void> {
  const flags = command.options.flatMap(({ long }) => long ?? []);
  demandNone(takenFlags(flags, process.env, 'npm run release -- 0.2.0'));
  await command.parseAsync();
}

main().catch((error: unknown) => {
  console.error(`release: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
