import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import { type Client, createClient, proxiesOf } from '../client';
import { creatables, type ObjectKind } from '../provider/creatables';
import type { PastEntry } from '../provider/creation/journal/journal';
import { Journal } from '../provider/creation/journal/journal';
import { nameOf } from '../provider/creation/past-creations';
import { extraCertificates } from './login-options';

interface JournalFlags {
  readonly directory?: string;
}

interface DeleteFlags extends JournalFlags {
  readonly yes?: boolean;
}

interface Found {
  readonly journal: Journal;
  readonly entry: PastEntry;
}

/** `journal`: what interrupted applies may have left on the platform, and what to do about it. */
export function journalCommand(): Command {
  const command = new Command('journal')
    .description('List what interrupted applies may have left on the platform. No credential is needed.')
    .addOption(directoryOption())
    .action(list);
  command
    .command('delete <id>')
    .description('Delete an object that an interrupted apply has left. Takes SVC_API_KEY.')
    .option('--yes', 'do not ask')
    .action((id: string, _flags: unknown, self: Command) => remove(id, self.optsWithGlobals<DeleteFlags>()));
  command
    .command('forget <id-or-entry>')
    .description('Drop an entry of the journal. The platform is not touched.')
    .action((id: string, _flags: unknown, self: Command) => forget(id, self.optsWithGlobals<JournalFlags>()));
  return command;
}

function directoryOption(): Option {
  return new Option(
    '--directory <folder>',
    'folder of the journal; else those of the Terraform configuration or of the cdktf stacks in this folder',
  ).env('SVC_JOURNAL_DIR');
}

async function list({ directory }: JournalFlags): Promise<void> {
  const found = await openEntries(directory);
  if (found.length === 0) process.stdout.write('No open entry: nothing is known to be left over.\n');
  for (const { entry } of found) process.stdout.write(`${sayEntry(entry)}\n`);
}

async function remove(id: string, { directory, yes = false }: DeleteFlags): Promise<void> {
  const entry = await soleEntry(id, directory);
  refuseDeletion(entry.entry);
  const client = await platformClient(entry.entry.run.platform);
  try {
    await removeFrom(client, id, entry, yes);
  } finally {
    await client.close();
  }
}

async function removeFrom(
  client: Client,
  id: string,
  { journal, entry }: Found,
  yes: boolean,
): Promise<void> {
  const kind = creatables(client, () => false).find(({ resource }) => resource === entry.intent.resource);
  if (kind === undefined) throw new Error(`${entry.intent.resource} is not known to this version.`);
  const object = await kind.find(id);
  if (object === undefined) {
    journal.close(entry);
    process.stdout.write(`${id} is gone from the platform. The entry is closed.\n`);
    return;
  }
  if (object.digest !== entry.intent.digest)
    throw new Error(
      `${id} has been changed since it was created, so somebody may use it. It was not deleted.`,
    );
  await confirm(kind, id, `${sayEntry(entry)}\nOn the platform since ${object.created_at}.\n`, yes);
  await kind.revoke(id, (summary, detail) => process.stderr.write(`${summary}\n${detail}\n`));
  journal.close(entry);
  process.stdout.write(`${id} is deleted.\n`);
}

async function confirm({ noun }: ObjectKind, id: string, description: string, yes: boolean): Promise<void> {
  process.stderr.write(description);
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Error('Nobody can be asked here. Add --yes to delete it without a question.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Delete ${noun} ${id}? Only "yes" is taken for a yes: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new Error('Nothing was deleted.');
}

/** A state may hold an object until a whole plan has come to all of them. */
function refuseDeletion({ standing, isMissed, id }: PastEntry): void {
  if (standing === 'alive')
    throw new Error(`The run that created ${id} is still going on. Nothing was deleted.`);
  if (standing === 'unknown') {
    throw new Error(
      `The run that created ${id} belongs to another host or container, and may still be going on. Nothing was ` +
        'deleted. Run this command where that run was started, or delete the object on the platform.',
    );
  }
  if (!isMissed) {
    throw new Error(
      `No whole plan has looked for ${id} in the state yet, so it may be managed. Nothing was deleted. Run ` +
        '`terraform plan` or `cdktf diff` (without -target and -refresh=false) first, then this command again.',
    );
  }
}

async function forget(name: string, { directory }: JournalFlags): Promise<void> {
  const { journal, entry } = await soleEntry(name, directory);
  if (entry.standing === 'alive') throw new Error('Its run is still going on. Nothing was dropped.');
  journal.close(entry);
  process.stdout.write(`The entry of ${entry.id ?? name} is dropped. The platform was not touched.\n`);
}

async function soleEntry(name: string, directory: string | undefined): Promise<Found> {
  const found = (await openEntries(directory)).find(
    ({ entry }) => entry.id === name || nameOf(entry) === name,
  );
  if (found !== undefined) return found;
  throw new Error(
    `The journal has no open entry of ${JSON.stringify(name)}: a state has shown the object, or it was created ` +
      'elsewhere. Nothing was done. `npx cdktf-provider-svc journal` lists the open entries.',
  );
}

async function openEntries(directory: string | undefined): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const folder of foldersOf(directory)) {
    const journal = new Journal({ location: { folder, prefix: '' }, now: () => Date.now() });
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
  const datas = [
    process.env['TF_DATA_DIR'] || '.terraform',
    ...projects.map(project => join(project, '.terraform')),
  ];
  return datas.map(data => resolve(data, 'svc-journal')).filter(existsSync);
}

const ways: Readonly<Record<PastEntry['standing'], string>> = {
  alive: 'its run is still going on',
  unknown: 'its run belongs to another host or container',
  ended: 'its run ended in order, so its state most likely has it',
  'cut off': 'its run was cut off',
};

function sayEntry(entry: PastEntry): string {
  const { id, intent, run, standing, isMissed } = entry;
  const object =
    id === undefined
      ? `${intent.resource} ${intent.label}, which may exist`
      : `${intent.resource} ${id} ${intent.label}`;
  const missed = isMissed
    ? 'no state has shown it since'
    : 'no whole plan has looked for it in the state yet';
  const way = id === undefined ? `forget ${nameOf(entry)}` : `delete ${id}`;
  return (
    `${object}\n  created ${run.at} at ${run.platform}, ${run.placeName}; ${ways[standing]}; ${missed}\n` +
    `  npx cdktf-provider-svc journal ${way}`
  );
}

async function platformClient(baseUrl: string): Promise<Client> {
  const credential = process.env['SVC_API_KEY'];
  if (!credential)
    throw new Error('Set SVC_API_KEY: the object is read from the platform before it is deleted.');
  return createClient({
    baseUrl,
    credential,
    refresh: 'each',
    extraCertificates: await extraCertificates(process.env),
    proxies: proxiesOf(process.env),
  });
}
