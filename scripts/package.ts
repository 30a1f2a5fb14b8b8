/**
 * `npm run package` writes everything there is to publish to dist/packages, a folder for each part.
 * `npm run package -- --only cdktn/python` makes a part alone, `--only cdktn` those below it.
 * `npm run package -- --check` then uses each part in an empty folder, as its users do.
 */
import { parseArgs } from 'node:util';
import { files } from '../package.json';
import { checkPart } from './package/check/check-part';
import { endCommandsOnSignals, Interrupted } from './package/execution';
import { ignoredFileRefusals, ignoredFiles } from './package/ignored-files.mjs';
import { folderOf, makePart, removeParts } from './package/make-part';
import { oneAtATime, removeLeftPlace } from './package/one-at-a-time';
import type { Part } from './package/part';
import { partsNamed } from './package/parts';
import { summaryOf } from './package/summary';
import { disagreements, statements } from './package/versions';
import { screenOn } from './progress/screen.mjs';

const screen = screenOn(process.stderr);

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      check: { type: 'boolean', default: false },
    },
  });
  const chosen = partsNamed(values.only.flatMap(names => names.split(',')));
  const wrong = disagreements(statements());
  if (wrong.length > 0) throw new Error(`The versions disagree.\n${wrong.join('\n')}`);
  const [unwanted] = ignoredFileRefusals(ignoredFiles(files));
  if (unwanted !== undefined) throw new Error(unwanted);
  const check = values.check;
  await oneAtATime(() => makeAll(chosen, { check }));
}

async function makeAll(chosen: readonly Part[], { check }: { readonly check: boolean }): Promise<void> {
  const left = await removeLeftPlace();
  if (left !== undefined) screen.line(`package: removed ${left}, which a killed run had left`);
  removeParts(chosen.map(({ name }) => name));
  const summary: string[] = [];
  for (const part of chosen) summary.push(...(await made(part)));
  // After all are made, so that a check shows what other parts have left alone.
  if (check) for (const part of chosen) summary.push(...(await checked(part)));
  console.log(`\ndist/packages\n${summary.join('\n')}`);
}

async function made({ name }: Part): Promise<readonly string[]> {
  const { folder, outcome } = await timed(name, () => makePart(name));
  return summaryOf(name, folder, outcome);
}

async function checked(part: Part): Promise<readonly string[]> {
  const skipped = await timed(`check of ${part.name}`, () => checkPart(part, folderOf(part.name)));
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
    error instanceof Interrupted ? ' dist/packages has only the parts that were complete. Run it again.' : '';
  console.error(`package: ${error instanceof Error ? error.message : error}${again}`);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
});
