/**
 * `npm run release -- 0.2.0` tests and packages a version, and tags the commit. It lists the publishing steps; with
 * `--publish` it runs them. `--dry-run` neither tags nor publishes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { statements } from './package/versions';
import { differences, type FilesMade, filesMade, lackingFiles } from './release/files-made';
import { commitOf, git, tagCommit } from './release/git';
import { notesOf } from './release/notes';
import { publishingRefusals, refusals } from './release/refusals';
import { type Environment, secretsOf, signingKeyOf, withoutSecrets } from './release/secrets';
import { described, type PublishingStep, publishingSteps } from './release/steps';

interface ReleaseFlags {
  readonly dryRun?: boolean;
  readonly tested?: boolean;
  readonly publish?: boolean;
  readonly only?: string;
}

const command = new Command('release')
  .argument('<version>', 'for example 0.2.0; package.json must say the same')
  .option('--dry-run', 'do everything but tag and publish')
  .option('--tested', 'do not run npm test: CI has tested this commit')
  .addOption(new Option('--publish', 'run the publishing steps, too').conflicts('dryRun'))
  .addOption(
    new Option('--only <parts>', 'package these parts only; for a dry run').implies({ dryRun: true }),
  )
  .action(release);

async function release(wanted: string, { dryRun, tested, publish, only }: ReleaseFlags): Promise<void> {
  const tag = `v${wanted}`;
  const steps = publishingSteps(wanted);
  demandNone(
    refusals({
      wanted,
      changes: git('status', '--porcelain')
        .split('\n')
        .filter(line => line !== ''),
      tagged: commitOf(tag),
      head: git('rev-parse', 'HEAD'),
      statements: statements(),
    }),
  );
  if (publish) demandNone(publishingRefusals(steps, process.env, readFileSync('package.json', 'utf8')));
  const environment = withoutSecrets(process.env, steps);
  if (!tested) await run(['npm', 'test'], environment);
  await packageTwice(only === undefined ? [] : ['--only', only], environment);
  if (publish) demandNone(lackingFiles(steps));
  if (dryRun) console.log(`release: ${wanted} can be released. This was a dry run: there is no tag.`);
  else tagCommit(tag, notesOf(wanted, readFileSync('CHANGELOG.md', 'utf8')));
  if (publish) await publishAll(steps);
  else console.log(`release: to publish ${wanted}, in this order:\n${steps.map(described).join('\n')}`);
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
    await run(step.command, { ...base, ...secretsOf(step, process.env), ...step.environment });
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

command.parseAsync().catch((error: unknown) => {
  console.error(`release: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
