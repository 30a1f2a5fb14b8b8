import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PastEntry } from '../provider/creation/journal/entry';
import { Journal } from '../provider/creation/journal/journal';
import { nameOf } from '../provider/creation/past-creations';

export interface Found {
  readonly journal: Journal;
  readonly entry: PastEntry;
}

/**
 * Returns the open entries of one journal, or of the journals of the Terraform configuration and the cdktf stacks
 * in this folder.
 */
export async function journalEntries(directory: string | undefined): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const folder of foldersOf(directory)) {
    const journal = new Journal({ folder, now: () => Date.now() });
    for (const entry of await journal.read()) found.push({ journal, entry });
  }
  return found;
}

function foldersOf(directory: string | undefined): readonly string[] {
  if (directory !== undefined) {
    if (!existsSync(directory)) throw new Error(`There is no folder ${resolve(directory)}.`);
    return [resolve(directory)];
  }
  const stacks = join('cdktf.out', 'stacks');
  const projects = existsSync(stacks) ? readdirSync(stacks).map(name => join(stacks, name)) : [];
  const data = [
    process.env['TF_DATA_DIR'] || '.terraform',
    ...projects.map(project => join(project, '.terraform')),
  ];
  return data.map(folder => resolve(folder, 'svc-journal')).filter(existsSync);
}

const runs: Readonly<Record<PastEntry['standing'], string>> = {
  alive: 'its run is still in progress',
  unknown: 'its run belongs to another host or container',
  ended: 'its run ended normally, so its state very likely contains it',
  'cut off': 'its run was cut off',
};

/** Formats an entry, with the command that closes it. */
export function sayEntry(entry: PastEntry): string {
  const { id, intent, run, standing } = entry;
  const object =
    id === undefined
      ? `${intent.resource} ${intent.label}, which may exist`
      : `${intent.resource} ${id} ${intent.label}`;
  const command = id === undefined ? `forget ${nameOf(entry)}` : `delete ${id}`;
  return (
    `${object}\n  created ${run.at} at ${run.platform} from ${run.directory}, ${run.placeName}; ${runs[standing]}\n` +
    `  npx cdktf-provider-svc journal ${command}`
  );
}
