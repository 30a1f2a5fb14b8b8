/**
 * `npm run package` writes everything there is to publish to dist/packages, a folder for each part.
 * `npm run package -- --only cdktn/python` makes a part alone, `--only cdktn` those below it.
 * `npm run package -- --check` then uses each part in an empty folder, as its users do.
 * `npm run package -- --into FOLDER` writes to another folder. There it replaces no part, and adds to a mirror.
 */
import { existsSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Place } from './package/check/place';
import { makePart, type Part, partsNamed } from './package/parts';
import { filesBelow } from './ready/products.mjs';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      check: { type: 'boolean', default: false },
      into: { type: 'string' },
    },
  });
  const chosen = partsNamed(values.only.flatMap(names => names.split(',')));
  const packages = resolve(values.into ?? join('dist', 'packages'));
  const replaced = chosen.filter(part => !part.keepsVersions).map(({ name }) => join(packages, name));
  if (values.into !== undefined && replaced.some(part => existsSync(part)))
    throw new Error(`--into ${values.into} has such parts. Name a new or an empty folder.`);
  // A folder must not have packages of two versions.
  for (const part of replaced) rmSync(part, { recursive: true, force: true });
  for (const part of chosen) {
    await makePart(part, packages);
    console.error(`${part.name}: ${filesBelow(join(packages, part.name)).length} files`);
  }
  if (!values.check) return;
  // After all are made, so that a check shows what other parts have left alone.
  for (const part of chosen) {
    const skipped = await checkPart(part, packages);
    console.error(
      `${part.name}: ${skipped.length === 0 ? 'works in an empty folder' : 'right as far as it was checked'}`,
    );
    for (const reason of skipped) console.error(`SKIPPED: ${part.name}: ${reason}.`);
  }
}

/** Uses what is to be published of a part in an empty folder. Returns what this machine cannot show, a sentence each. */
async function checkPart({ name, check }: Part, packages: string): Promise<readonly string[]> {
  const place = new Place();
  try {
    await check(join(packages, name), place);
    return place.skipped;
  } catch (error) {
    throw new Error(`${name} would not work for its users.`, { cause: error });
  }
}

// Other tools write the files of packages, too: jsii-pacmak, pip and Maven.
process.umask(0o022);
// An ordinary exit removes the temporary folders, and execa then ends the commands.
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => process.exit(128 + constants.signals[name]));
main().catch((error: unknown) => {
  const cause = error instanceof Error && error.cause instanceof Error ? `\n${error.cause.message}` : '';
  console.error(`package: ${error instanceof Error ? error.message : error}${cause}`);
  process.exitCode = 1;
});
