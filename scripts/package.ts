/**
 * `npm run package` writes everything there is to publish to dist/packages, a folder for each part.
 * `npm run package -- --only cdktn/python` makes a part alone, `--only cdktn` those below it.
 */
import { parseArgs } from 'node:util';
import { makePart } from './package/make-part';
import type { Part } from './package/part';
import { partsNamed } from './package/parts';
import { summaryOf } from './package/summary';
import { disagreements, statements } from './package/versions';
import { screenOn } from './progress/screen.mjs';

const screen = screenOn(process.stderr);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
  const chosen = partsNamed(values.only.flatMap(names => names.split(',')));
  const wrong = disagreements(statements());
  if (wrong.length > 0) throw new Error(`The versions disagree.\n${wrong.join('\n')}`);
  const summary: string[] = [];
  for (const part of chosen) summary.push(...(await made(part)));
  console.log(`\ndist/packages\n${summary.join('\n')}`);
}

async function made({ name }: Part): Promise<readonly string[]> {
  const started = performance.now();
  const { folder, outcome } = await screen.during(name, () => makePart(name));
  screen.line(`package: ${name}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return summaryOf(name, folder, outcome);
}

main().catch((error: unknown) => {
  console.error(`package: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
