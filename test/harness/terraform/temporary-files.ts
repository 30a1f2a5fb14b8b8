import { readdir } from 'node:fs/promises';

/** The names in a folder for temporary files, without the record that providers leave for later launches (decision 12). */
export async function temporaryFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder)).filter(name => !name.startsWith('terraform-plugin-orphan-of-'));
}
