import { readFileSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { ZipFile } from 'yazl';
import { sourceDate } from './command';

const manifest = 'META-INF/MANIFEST.MF';

/** Replaces a wheel or jar by one with the same files in the order of their names, and with one time and mode. */
export async function normalizeZip(file: string): Promise<void> {
  writeFileSync(file, await normalized(readFileSync(file)));
}

/** A zip holds local times. Local parts of the date keep the bytes the same in every time zone. */
function fixedTime(): Date {
  const date = new Date(sourceDate() * 1000);
  const day = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()] as const;
  return new Date(...day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds());
}

export async function normalized(archive: Uint8Array): Promise<Buffer> {
  const files = Object.entries(unzipSync(archive)).filter(([name]) => !name.endsWith('/'));
  const zip = new ZipFile();
  const options = { mtime: fixedTime(), forceDosTimestamp: true, mode: 0o100644 };
  for (const [name, content] of files.sort(([one], [other]) => (rank(one) < rank(other) ? -1 : 1)))
    zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return buffer(zip.outputStream);
}

/** A reader of jars may expect the manifest first. */
function rank(name: string): string {
  return name === manifest ? '' : name;
}
