import { join } from 'node:path';
import type { Part } from '../part';
import { Place } from './place';

/**
 * Checks what is to be published of a part, in an empty folder outside the clone.
 *
 * @returns what this machine cannot show, a sentence each
 * @throws if anything is wrong
 */
export async function checkPart({ name, check }: Part, packages: string): Promise<readonly string[]> {
  const place = new Place();
  try {
    await check(join(packages, name), place);
    return place.skipped;
  } catch (error) {
    throw new Error(`${name} would not work for its users.`, { cause: error });
  } finally {
    place.dispose();
  }
}
