import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { type Client, createClient } from '../client';
import { type Entry, partsOf } from '../provider/creation/journal/entry';
import { Journal } from '../provider/creation/journal/journal';
import { isAsCreated } from '../provider/creation/ownership';
import { kindsOf } from '../provider/kinds';
import { confirm } from './confirm';
import { platformOptions } from './platform-options';
import { print, say } from './say';
import { stackFolders } from './stack-folders';

interface JournalFlags {
  readonly directory?: string;
}

interface DeleteFlags extends JournalFlags {
  readonly yes?: boolean;
}

interface Found {
  readonly journal: Journal;
  readonly entry: Entry;
}

/** `journal`: lists objects that interrupted applies may have left on the platform, and helps to remove them. */
export function journalCommand(): Command {
  const command = new Command('journal')
    .description('List what interrupted applies may have left on the platform. No credential is needed.')
    .addOption(directoryOption())
    .helpCommand(true)
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx cdktf-provider-svc journal\n  $ npx cdktf-provider-svc journal forget wh_123',
    )
    .action(list);
  command
    .command('delete <id>')
    .description(
      'Delete an object that an interrupted apply has left. The last whole plan must have found it in no state. Needs ' +
        'SVC_API_KEY and SVC_BASE_URL.',
    )
    .option('--yes', 'delete without a question')
    .action((id: string, _flags: unknown, self: Command) => remove(id, self.optsWithGlobals<DeleteFlags>()));
  command
    .command('forget <id-or-entry>')
    .description('Drop an entry of the journal. The object on the platform is not changed.')
    .action((id: string, _flags: unknown, self: Command) => forget(id, self.optsWithGlobals<JournalFlags>()));
  return command;
}

function directoryOption(): Option {
  return new Option(
    '--directory <folder>',
    'folder of the journal (default: the journals of the Terraform configuration or of the cdktf ' +
      'stacks in this folder)',
  ).env('SVC_JOURNAL_DIR');
}

async function list({ directory }: JournalFlags): Promise<void> {
  const found = await entriesIn(directory);
  if (found.length === 0) print('No entries: the journal knows of no object that is left over.');
  for (const each of found) print(described(each));
}

async function remove(id: string, { directory, yes = false }: DeleteFlags): Promise<void> {
  const found = await soleEntry(id, directory);
  const { journal, entry } = found;
  if (journal.standing(entry) !== 'gone')
    throw new Error(`The run that created ${id} may still be in progress. Nothing was deleted.`);
  if (entry.mark === undefined)
    throw new Error(`No whole plan has looked for ${id} in the state yet. Run terraform plan first.`);
  const client = await platformClient();
  try {
    await removeFrom(client, id, found, yes);
  } finally {
    await client.close();
  }
}

async function removeFrom(client: Client, id: string, found: Found, yes: boolean): Promise<void> {
  const { journal, entry } = found;
  const kind = kindsOf(client, () => false).find(({ resource }) => resource === entry.resource);
  if (kind === undefined) throw new Error(`This version does not support ${entry.resource}.`);
  const object = await kind.find(id);
  if (object === undefined)
    throw new Error(
      `${id} is not on the platform in SVC_BASE_URL. If that is the platform of the run: journal forget ${id}`,
    );
  if (!isAsCreated(entry, object))
    throw new Error(
      `${id} has other fields than the entry, or is older, so somebody may use it. It was not deleted.`,
    );
  const time = object.created_at ?? 'a time that it does not show';
  say(`${described(found)}\nCreated on the platform at ${time}.`);
  if (!yes) {
    const question = `If a state has got it since, Terraform loses it. Delete ${kind.noun} ${id}?`;
    await confirm(question, 'delete', 'Nothing was deleted.');
  }
  await kind.revoke(id, (summary, detail) => say(`${summary}\n${detail}`));
  journal.close(entry);
  print(`${id} is deleted.`);
}

async function forget(name: string, { directory }: JournalFlags): Promise<void> {
  const { journal, entry } = await soleEntry(name, directory);
  if (journal.standing(entry) === 'alive')
    throw new Error('Its run is still in progress. Nothing was dropped.');
  journal.close(entry);
  print(`The entry of ${entry.id ?? name} is dropped. The object on the platform is unchanged.`);
}

async function soleEntry(name: string, directory: string | undefined): Promise<Found> {
  const entries = await entriesIn(directory);
  const found = entries.find(({ entry }) => entry.id === name || numberOf(entry) === name);
  if (found !== undefined) return found;
  throw new Error(
    `The journal has no entry of ${JSON.stringify(name)}: a state has shown the object, or it was created ` +
      'elsewhere. Nothing was done. `npx cdktf-provider-svc journal` lists the entries.',
  );
}

/** Reads one journal, or the journals of the Terraform configuration and the cdktf stacks in this folder. */
async function entriesIn(directory: string | undefined): Promise<readonly Found[]> {
  const found: Found[] = [];
  for (const folder of foldersOf(directory)) {
    const journal = new Journal(folder);
    await journal.read();
    for (const entry of journal.all()) found.push({ journal, entry });
  }
  return found;
}

function foldersOf(directory: string | undefined): readonly string[] {
  if (directory !== undefined) {
    if (!existsSync(directory)) throw new Error(`There is no folder ${resolve(directory)}.`);
    return [resolve(directory)];
  }
  const projects = stackFolders();
  const data = [
    process.env['TF_DATA_DIR'] || '.terraform',
    ...projects.map(project => join(project, '.terraform')),
  ];
  return data.map(folder => resolve(folder, 'svc-journal')).filter(existsSync);
}

const runs = {
  alive: 'its run is still in progress',
  unknown: 'its run belongs to another host or container',
  gone: 'its run is over',
} as const;

/** Formats an entry, with a command that ends it and does not refuse it. A mark is the note of a whole plan. */
function described({ journal, entry }: Found): string {
  const { id, resource, start, mark } = entry;
  const object = id === undefined ? `${resource}, which may exist` : `${resource} ${id}`;
  const standing = journal.standing(entry);
  const isOver = standing === 'gone';
  const command = isOver && id !== undefined ? `delete ${id}` : `forget ${id ?? numberOf(entry)}`;
  const first = '\n  Run terraform plan: it names the object, and what the apply does. Only if it does not:';
  const next = `${isOver && !mark ? first : ''}\n  npx cdktf-provider-svc journal ${command}`;
  const told = `${object}\n  created ${new Date(start).toISOString()}; ${runs[standing]}`;
  return standing === 'alive' ? told : told + next;
}

const numberOf = ({ file }: Entry) => partsOf(file)?.[1].slice(0, 8) ?? file;

/** The user gives the address. A journal must not decide where the key is sent. */
async function platformClient(): Promise<Client> {
  const { SVC_API_KEY: credential, SVC_BASE_URL: baseUrl } = process.env;
  if (!credential || !baseUrl)
    throw new Error(
      'Set SVC_API_KEY and SVC_BASE_URL: the command reads the object from the platform before it deletes it.',
    );
  return createClient({ ...(await platformOptions({ baseUrl })), refresh: 'each' });
}
