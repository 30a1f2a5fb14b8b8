import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executable, shortFolder } from './pid-namespace';

/** A Node that counts how often it is started, but for its version. */
export async function countingNode() {
  const folder = shortFolder('counting-node-');
  const [path, tally] = [join(folder, 'node'), join(folder, 'tally')];
  await writeFile(tally, '');
  await executable(
    path,
    `[ "$1" = --version ] || echo started >> '${tally}'\nexec '${process.execPath}' "$@"`,
  );
  const startsDuring = async (work: () => Promise<unknown>) => {
    const before = (await readFile(tally, 'utf8')).length;
    await work();
    return ((await readFile(tally, 'utf8')).length - before) / 'started\n'.length;
  };
  return { path, startsDuring };
}
