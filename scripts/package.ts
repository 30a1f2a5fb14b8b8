/**
 * `npm run package` writes everything there is to publish to dist/packages, a folder for each part.
 * `npm run package -- --only cdktn/python` makes a part alone, `--only cdktn` those below it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Part } from './package/part';
import { partsNamed } from './package/parts';
import { summaryOf } from './package/summary';
import { disagreements, statements } from './package/versions';
import { screenOn } from './progress/screen.mjs';

const screen = screenOn(process.stderr);
const packages = join(process.cwd(), 'dist', 'packages');

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string', multiple: true, default: [] } } });
  const chosen = partsNamed(values.only.flatMap(names => names.split(',')));
  const wrong = disagreements(statements());
  if (wrong.length > 0) throw new Error(`The versions disagree.\n${wrong.join('\n')}`);
  const summary: string[] = [];
  for (const part of chosen) summary.push(...(await made(part)));
  console.log(`\ndist/packages\n${summary.join('\n')}`);
}

async function made({ name, make }: Part): Promise<readonly string[]> {
  const folder = join(packages, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const started = performance.now();
  const outcome = await screen.during(name, () => make(folder));
  screen.line(`package: ${name}: done in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return summaryOf(name, folder, outcome);
}

main().catch((error: unknown) => {
  console.error(`package: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
});
