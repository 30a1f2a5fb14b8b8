import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePart, partsNamed } from '../../scripts/package/parts';
import { oncePerRun } from '../harness/once-per-run';

/** Returns the folder of a part. Nothing is written to dist/packages. */
export const madePart = (name: string) =>
  oncePerRun(join('packages', name), async () => {
    for (const part of partsNamed([name])) await makePart(part, join(tmpdir(), 'packages'));
  });
