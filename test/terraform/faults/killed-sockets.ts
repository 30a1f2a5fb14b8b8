import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scenario } from '../../harness/scenario';

/** A provider that is killed outright cannot remove its socket; whatever else is left fails the scenario. */
export async function removeSocketsOfTheKilled({ workspace }: Scenario): Promise<void> {
  const temporary = join(workspace.directory, 'tmp');
  for (const name of await readdir(temporary))
    if (name.startsWith('terraform-plugin-')) await rm(join(temporary, name), { recursive: true });
}
