import { inflateRawSync } from 'node:zlib';

/** @internal */
export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer;
}

const endOfCentralDirectory = 0x06054b50;
const deflated = 8;

/**
 * Reads the files of a zip archive of our own build: no encryption, no zip64, stored or deflated. Field offsets
 * are those of PKWARE's APPNOTE, paragraphs 4.3.7, 4.3.12 and 4.3.16.
 *
 * @internal
 */
export function zipEntries(archive: Buffer): ZipEntry[] {
  const end = archive.lastIndexOf(Buffer.from(Uint32Array.of(endOfCentralDirectory).buffer));
  if (end < 0) throw new Error('The file is not a zip archive.');
  const entries: ZipEntry[] = [];
  let header = archive.readUInt32LE(end + 16);
  for (let count = archive.readUInt16LE(end + 10); count > 0; count -= 1) {
    const nameLength = archive.readUInt16LE(header + 28);
    const name = archive.toString('utf8', header + 46, header + 46 + nameLength);
    if (!name.endsWith('/')) entries.push({ name, content: contentOf(archive, header) });
    header += 46 + nameLength + archive.readUInt16LE(header + 30) + archive.readUInt16LE(header + 32);
  }
  return entries;
}

/** The local header repeats the name, and its extra fields have their own length. */
function contentOf(archive: Buffer, header: number): Buffer {
  const method = archive.readUInt16LE(header + 10);
  const size = archive.readUInt32LE(header + 20);
  const local = archive.readUInt32LE(header + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const packed = archive.subarray(start, start + size);
  return method === deflated ? inflateRawSync(packed) : packed;
}
