/**
 * Runs before and after npm packs the package (`prepack` and `postpack`). The scripts in package.json need a
 * clone: in the tarball, they would refer to missing files. npm cannot leave them out. So `strip` installs a
 * package.json without them, and `restore` restores the original, byte for byte.
 */
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ignoredFileRefusals, ignoredFiles } from './package/ignored-files.mjs';

const manifest = 'package.json';
const kept = '.cache/package.json.while-packing';
/** npm packs within seconds. An older copy belongs to a run that was killed. */
const packTimeoutMilliseconds = 15_000;

async function strip() {
  refuseIgnoredFiles();
  mkdirSync(dirname(kept), { recursive: true });
  do await waitForOtherPack();
  while (!keep());
  const { scripts: _scripts, ...shipped } = JSON.parse(readFileSync(kept, 'utf8'));
  const missing = shipped.files.filter((/** @type {string} */ path) => !existsSync(path));
  if (missing.length > 0) {
    rmSync(kept);
    throw new Error(`${missing.join(', ')} is missing. Run "npm run build" first.`);
  }
  replaceManifest(`${JSON.stringify(shipped, null, 2)}\n`);
}

/** Sources without a clone, for example of an archive, have no files that git ignores. */
function refuseIgnoredFiles() {
  if (!existsSync('.git')) return;
  const [refusal] = ignoredFileRefusals(ignoredFiles(JSON.parse(readFileSync(manifest, 'utf8')).files));
  if (refusal !== undefined) throw new Error(refusal);
}

/** Another npm may be packing the same clone. A killed npm may have left package.json without its scripts. */
async function waitForOtherPack() {
  for (;;) {
    const began = statSync(kept, { throwIfNoEntry: false })?.mtimeMs;
    // Nothing is restored here: another npm may keep the manifest right now, and `restore` would drop its copy.
    if (began === undefined) return;
    if (Date.now() - began >= packTimeoutMilliseconds) return restore();
    await setTimeout(100);
  }
}

/**
 * Copies the original package.json. The link is created atomically: otherwise two npms that start together would both
 * strip it.
 */
function keep() {
  const copy = `${kept}.${process.pid}`;
  copyFileSync(manifest, copy);
  try {
    // Another npm may have stripped it and ended since `waitForOtherPack`.
    if (!('scripts' in JSON.parse(readFileSync(copy, 'utf8')))) return false;
    linkSync(copy, kept);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(copy);
  }
}

/** A package.json with scripts is the original, and may be newer than the copy of a killed npm. */
function restore() {
  if (!existsSync(kept)) return;
  if ('scripts' in JSON.parse(readFileSync(manifest, 'utf8'))) rmSync(kept);
  else renameSync(kept, manifest);
}

/** @param {string} text */
function replaceManifest(text) {
  writeFileSync(`${manifest}.new`, text);
  renameSync(`${manifest}.new`, manifest);
}

try {
  if (process.argv[2] === 'strip') await strip();
  else restore();
} catch (error) {
  console.error(`pack: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
