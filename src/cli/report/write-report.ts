import { stat, writeFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';

/**
 * Writes a report for the owner alone: it holds no secret, but it does hold hosts, names and ids. A reader sees the old
 * report or the new one, never a part. A pipe or a device cannot be replaced, and is written to.
 */
export async function writeReport(file: string, text: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || found.isFile()) await writeFileAtomic(file, text, { mode: 0o600 });
  else await writeFile(file, text);
}
