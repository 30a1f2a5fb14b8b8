import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Scenario } from '../../harness/scenario';
import { processesOf } from '../../harness/terraform/terraform-process';

/** A provider that is killed outright cannot remove its socket; whatever else is left fails the scenario. */
export async function removeSocketsOfTheKilled({ workspace }: Pick<Scenario, 'workspace'>): Promise<void> {
  // Those that were not killed take away their own.
  await expect.poll(() => processesOf(workspace.id)).toEqual([]);
  const temporary = join(workspace.directory, 'tmp');
  for (const name of await readdir(temporary))
    if (name.startsWith('terraform-plugin-')) await rm(join(temporary, name), { recursive: true });
}
