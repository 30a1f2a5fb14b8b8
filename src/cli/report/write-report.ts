import { lstat, stat, writeFile } from 'node:fs/promises';
import { replaceFile } from '../../files/replace-file';
import { isReaderGone } from '../standard-output';

/**
 * Writes a report to a file, or to standard output.
 *
 * A file is for the owner alone: a report holds no secret, but it does hold hosts, names and ids. A reader sees the old
 * report or the new one, never a part. A pipe or a device cannot be replaced, and is written to.
 */
export async function writeReport(file: string | undefined, text: string): Promise<void> {
  if (file === undefined || file === '-') return print(text);
  try {
    await writeTo(file, text);
  } catch (error) {
    // The error of a file names a temporary file, which the user does not know.
    const reason = error instanceof Error && 'code' in error ? error.code : error;
    throw new Error(`The report cannot be written to ${JSON.stringify(file)} (${reason}).`);
  }
}

async function writeTo(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory()) throw Object.assign(new Error(), { code: 'it is a folder' });
  if (found !== undefined && !found.isFile()) return await writeFile(file, text);
  // Without this check, the maker of a link would choose the file. A link to a device, such as /dev/stdout, is harmless.
  const link = await lstat(file).catch(() => undefined);
  if (link?.isSymbolicLink()) throw Object.assign(new Error(), { code: 'it is a symbolic link' });
  replaceFile(file, text);
}

/** Another failure than a reader that has gone ends the process (`guardStandardOutput`), so no gate speaks after it. */
const print = (text: string): Promise<void> =>
  new Promise(resolve => {
    process.stdout.write(text, error => {
      if (!error || isReaderGone(error)) resolve();
    });
  });
