import { mkdirSync } from 'node:fs';
import { demandNoSignal } from '../execution';
import { folderOf } from '../make-part';
import { forgetPlace, recordPlace } from '../one-at-a-time';
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
  const folder = folderOf(name, packages);
  const place = await Place.create();
  recordPlace(place.folder, packages);
  try {
    const scratch = place.path('searched');
    mkdirSync(scratch);
    searchPackedFiles(folder, scratch);
    await check(folder, place);
    place.demandNoLinkIntoTheClone();
    return place.skipped;
  } catch (error) {
    demandNoSignal();
    throw new Error(
      `${name} would not work for its users. ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    place.dispose();
    forgetPlace(packages);
  }
}
