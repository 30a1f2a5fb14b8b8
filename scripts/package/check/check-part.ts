import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Part } from '../part';
import { searchPackedFiles } from './packed-files';
import { Place } from './place';

/**
 * Checks what is to be published of a part, in an empty folder outside the clone.
 *
 * @returns what this machine cannot show, a sentence each
 * @throws if anything is wrong
 */
export async function checkPart({ name, check }: Part, packages: string): Promise<readonly string[]> {
  const folder = join(packages, name);
  const place = new Place();
  try {
    mkdirSync(place.path('searched'));
    searchPackedFiles(folder, place.path('searched'));
    await check(folder, place);
    return place.skipped;
  } catch (error) {
    throw new Error(`${name} would not work for its users.`, { cause: error });
  } finally {
    place.dispose();
  }
}
