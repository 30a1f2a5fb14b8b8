import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** Zip entries contain a local time. The format's earliest time keeps the bytes reproducible. */
const fixedTime = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Returns a zip archive with the files in the order of their names. */
export async function archiveOf(files: readonly ArchivedFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  for (const { name, content, isExecutable } of sorted) {
    const mode = isExecutable ? 0o100755 : 0o100644;
    zip.addBuffer(content, name, { ...fixedTime, mode });
  }
  zip.end();
  return buffer(zip.outputStream);
}
