import { unzipSync } from 'fflate';

/** Returns the files in a saved plan, which is a zip archive, by name. */
export function unzipped(archive: Uint8Array): ReadonlyMap<string, string> {
  const files = Object.entries(unzipSync(archive));
  return new Map(files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]));
}
