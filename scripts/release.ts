/**
 * `npm run release -- 0.2.0` tests and packages a version, and tags the commit. It lists the publishing steps; with
 * `--publish` it runs them. `--dry-run` neither tags nor publishes.
 */
import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { demandNoWaitingSignal, endCommandsOnSignals, Interrupted } from './package/execution';
import { takenFlags } from './package/taken-flags';
import { statements } from './package/versions';
import { differences, type FilesMade, filesMade, lackingFiles } from './release/files-made';
import { changes, commitOf, git, tagCommit } from './release/git';
import { notesOf } from './release/notes';
import { publishAll } from './release/publishing';
import {
  addressFiles,
  movedSince,
  orphanedSince,
  publishingRefusals,
  refusals,
  type Situation,
} from './release/refusals';
import { run } from './release/run';
import { type Environment, signingKeyOf, withoutSecrets } from './release/secrets';
import { starters } from './release/starters';
import { described, type PublishingStep, publishingSteps } from './release/steps';

interface ReleaseFlags {
  readonly dryRun?: boolean;
  readonly tested?: boolean;
  readonly publish?: boolean;
  readonly parts?: string;
}

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

const begunBy = starters();
/** @throws if this release shall end: after a signal, or after the end of npm */
async function demandContinuation(): Promise<void> {
  await demandNoWaitingSignal();
  demandNone(orphanedSince(begunBy, starters()));
}

async function release(wanted: string, { dryRun, tested, publish, parts }: ReleaseFlags): Promise<void> {
  const tag = `v${wanted}`;
  const steps = publishingSteps(wanted);
  const begun = situationOf(wanted);
  demandNone(refusals(begun));
  if (publish) demandNone(publishingRefusals(steps, process.env, addressFiles()));
  const environment = withoutSecrets(process.env, steps);
  if (!tested) await run(['npm', 'test'], environment);
  await packageTwice(parts === undefined ? [] : ['--only', parts], environment);
  if (publish) demandNone(lackingFiles(steps));
  // Tests and packaging take half an hour, in which somebody may have changed the clone.
  demandNone([...refusals(situationOf(wanted)), ...movedSince(begun.head, git('rev-parse', 'HEAD'))]);
  await demandContinuation();
  if (dryRun) console.log(`release: ${wanted} can be released. This was a dry run: there is no tag.`);
  else
    console.log(
      `release: ${tagCommit(tag, begun.head, notesOf(wanted, readFileSync('CHANGELOG.md', 'utf8')))}`,
    );
  if (publish) await publishAll(steps, process.env, demandContinuation);
  else list(steps, wanted, parts === undefined);
}

function list(steps: readonly PublishingStep[], wanted: string, isWhole: boolean): void {
  console.log(`release: to publish ${wanted}, in this order:\n${steps.map(described).join('\n')}`);
  if (isWhole) for (const reason of lackingFiles(steps)) console.log(`release: ${reason}`);
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
  // The command `tsx` kills a program that is too busy to answer a signal within milliseconds.
  await run([process.execPath, '--import', 'tsx', 'scripts/package.ts', ...parameters], environment);
  return filesMade();
}

function demandNone(reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Error(`This cannot be released.\n\n${reasons.join('\n')}`);
}

async function main(): Promise<void> {
  const flags = command.options.flatMap(({ long }) => long ?? []);
  demandNone(takenFlags(flags, process.env, 'npm run release -- 0.2.0'));
  endCommandsOnSignals();
  await command.parseAsync();
}

/** A terminal sends its signal to `git` and `ps`, too, and the reason of their failure is that signal. */
async function reasonOf(error: unknown): Promise<unknown> {
  return demandNoWaitingSignal().then(
    () => error,
    (interrupted: unknown) => interrupted,
  );
}

main().catch(async (failure: unknown) => {
  const error = await reasonOf(failure);
  console.error(`release: ${error instanceof Error ? error.message : error}`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
});
