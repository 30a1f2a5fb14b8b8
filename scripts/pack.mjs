/**
 * Runs before and after npm packs the package (`prepack` and `postpack`). The scripts in package.json are for a clone:
 * in the tarball, each would name a file that is not there. npm has no setting to leave them out, so `strip` puts a
 * manifest without them in place and `restore` puts the clone's own back, byte for byte.
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

const manifest = 'package.json';
const kept = '.cache/package.json.while-packing';
/** npm packs within seconds: an older copy is of a run that was killed. */
const patience = 15_000;

async function strip() {
  mkdirSync(dirname(kept), { recursive: true });
  do await untilNobodyPacks();
  while (!keep());
  const { scripts: _scripts, ...shipped } = JSON.parse(readFileSync(kept, 'utf8'));
  const missing = shipped.files.filter((/** @type {string} */ path) => !existsSync(path));
  if (missing.length > 0) {
    rmSync(kept);
    throw new Error(`${missing.join(', ')} is missing. Run "npm run build" first.`);
  }
  replaceManifest(`${JSON.stringify(shipped, null, 2)}\n`);
}

/** Another npm may be packing the same clone, and a killed one has left the manifest without its scripts. */
async function untilNobodyPacks() {
  while (existsSync(kept) && Date.now() - statSync(kept).mtimeMs < patience) await setTimeout(100);
  restore();
}

/** Keeps the clone's manifest. The link is made at once and by one npm only: two that begin together would both strip. */
function keep() {
  const copy = `${kept}.${process.pid}`;
  copyFileSync(manifest, copy);
  try {
    // Another npm may have stripped it and ended since `untilNobodyPacks`.
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

/** A manifest with scripts is the clone's own, perhaps newer than what a killed npm has left. */
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
