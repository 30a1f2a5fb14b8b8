import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folders of the stacks that a cdktf program has synthesized here. None if there is no such program. */
export function stackFolders(): readonly string[] {
  const stacks = join('cdktf.out', 'stacks');
  return existsSync(stacks) ? readdirSync(stacks).map(name => join(stacks, name)) : [];
}
