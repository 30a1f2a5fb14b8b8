/**
 * `npm run package` writes everything there is to publish to dist/packages, a folder for each part.
 * `npm run package -- --only cdktn/python` makes a part alone, `--only cdktn` those below it.
 * `npm run package -- --check` then uses each part in an empty folder, as its users do.
 * `npm run package -- --into FOLDER` writes to another folder, which must be new or empty.
 */
import { parseArgs } from 'node:util';
import { files } from '../package.json';
import { checkPart } from './package/check/check-part';
import { sourceDate } from './package/command';
import { demandNoSignal, endCommandsOnSignals, Interrupted } from './package/execution';
import { ignoredFileRefusals, ignoredFiles } from './package/ignored-files.mjs';
import { makePart, packagesFolderNamed, removeParts } from './package/make-part';
import { oneAtATime, removeLeftPlace } from './package/one-at-a-time';
import type { Part } from './package/part';
import { partsNamed } from './package/parts';
import { signingKey } from './package/signing-key';
import { summaryOf } from './package/summary';
import { takenFlags } from './package/taken-flags';
import { disagreements, statements } from './package/versions';
import { screenOn } from './progress/screen.mjs';

const screen = screenOn(process.stderr);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      check: { type: 'boolean', default: false },
      into: { type: 'string', default: 'dist/packages' },
    },
  });
  // npm drops `--only` without a trace.
  const [taken] = takenFlags(['--check', '--into'], process.env, 'npm run package --');
  if (taken !== undefined) throw new Error(taken);
  const chosen = partsNamed(values.only.flatMap(names => names.split(',')));
  const wrong = disagreements(statements());
  if (wrong.length > 0) throw new Error(`The versions disagree.\n${wrong.join('\n')}`);
  const [unwanted] = ignoredFileRefusals(ignoredFiles(files));
  if (unwanted !== undefined) throw new Error(unwanted);
  // Before anything is removed.
  sourceDate();
  await signingKey(process.env);
  const packages = packagesFolderNamed(values.into);
  await oneAtATime(() => makeAll(chosen, { ...values, packages }), packages);
}

interface Making {
  readonly packages: string;
  readonly check: boolean;
  /** The folder as the user has named it. */
  readonly into: string;
}

async function makeAll(chosen: readonly Part[], { packages, check, into }: Making): Promise<void> {
  // A signal may have come while the lock was not there yet.
  demandNoSignal();
  const left = await removeLeftPlace(packages);
  if (left !== undefined) screen.line(`package: removed ${left}, which a killed run had left`);
  removeParts(
    chosen.map(({ name }) => name),
    packages,
  );
  const summary: string[] = [];
  for (const part of chosen) summary.push(...(await made(part, packages)));
  // After all are made, so that a check shows what other parts have left alone.
  if (check) for (const part of chosen) summary.push(...(await checked(part, packages)));
  console.log(`\n${into}\n${summary.join('\n')}`);
}

async function made({ name }: Part, packages: string): Promise<readonly string[]> {
  const { folder, outcome } = await timed(name, () => makePart(name, packages));
  return summaryOf(name, folder, outcome);
}

async function checked(part: Part, packages: string): Promise<readonly string[]> {
  const skipped = await timed(`check of ${part.name}`, () => checkPart(part, packages));
  for (const reason of skipped) screen.line(`SKIPPED: ${part.name}: ${reason}.`);
  const works =
    skipped.length === 0 ? 'works in an empty folder' : 'right as far as it could be checked here';
  return [
    `${part.name.padEnd(14)} ${works}`,
    ...skipped.map(reason => `${part.name.padEnd(14)} NOTE: ${reason}`),
  ];
}

async function timed<Result>(what: string, act: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await screen.during(what, act);
  screen.line(`package: ${what}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

endCommandsOnSignals();
main().catch((error: unknown) => {
  const again =
    error instanceof Interrupted ? ' Only the parts that were complete are there. Run it again.' : '';
  console.error(`package: ${error instanceof Error ? error.message : error}${again}`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
});
