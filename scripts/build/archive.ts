import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  readonly name: string;
  readonly content: Buffer;
  readonly isExecutable: boolean;
}

/** Zip entries contain a local time. The format's earliest time keeps the bytes reproducible. */
const fixedTime = () => ({ mtime: new Date(1980, 0, 1), forceDosTimestamp: true });

/** Returns a zip archive with the files in the order of their names. */
export async function archiveOf(files: readonly ArchivedFile[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, isExecutable } of [...files].sort(byName)) {
    const mode = isExecutable ? 0o100755 : 0o100644;
    zip.addBuffer(content, name, { ...fixedTime(), mode });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** A reader of jars may expect the manifest first. */
const rank = ({ name }: ArchivedFile) => (name === 'META-INF/MANIFEST.MF' ? '' : name);

function byName(one: ArchivedFile, other: ArchivedFile): number {
  return rank(one) < rank(other) ? -1 : 1;
}

/** Packs the files of a wheel or a jar anew, so that equal files are equal bytes. */
export async function packedAnew(archive: Buffer): Promise<Buffer> {
  const executables = executablesIn(archive);
  const files = Object.entries(unzipSync(archive)).map(([name, content]) => {
    return { name, content: Buffer.from(content), isExecutable: executables.has(name) };
  });
  return archiveOf(files.filter(({ name }) => !name.endsWith('/')));
}

/** Reads a zip's directory, whose external attributes begin with the Unix mode (PKWARE's APPNOTE, 4.3.12). fflate does not. */
function executablesIn(archive: Buffer): ReadonlySet<string> {
  const found = new Set<string>();
  let at = archive.readUInt32LE(archive.lastIndexOf('PK\x05\x06') + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map(field => archive.readUInt16LE(at + field));
    if (archive.readUInt16LE(at + 40) & 0o111) found.add(archive.toString('utf8', at + 46, at + 46 + name));
    at += 46 + name + extra + comment;
  }
  return found;
}
