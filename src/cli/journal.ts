import { createInterface } from 'node:readline/promises';
import { Command, Option } from 'commander';
import { type Client, createClient, normalizedAddress, proxiesOf } from '../client';
import { kindsOf } from '../provider/creatables';
import type { Findable } from '../provider/creation/creatable';
import { nameOf } from '../provider/creation/past-creations';
import { type Found, journalEntries, sayEntry } from './journal-entries';
import { extraCertificates } from './login-options';
import { say } from './say';
import { stateNames } from './terraform-state';

interface JournalFlags {
  readonly directory?: string;
}

interface DeleteFlags extends JournalFlags {
  readonly yes?: boolean;
}

/** `journal`: lists objects that interrupted applies may have left on the platform, and helps to remove them. */
export function journalCommand(): Command {
  const command = new Command('journal')
    .description('List what interrupted applies may have left on the platform. No credential is needed.')
    .addOption(directoryOption())
    .helpCommand(true)
    .action(list);
  command
    .command('delete <id>')
    .description(
      'Delete an object that an interrupted apply has left and that no state contains. Needs ' +
        'SVC_API_KEY.',
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
  const found = await journalEntries(directory);
  if (found.length === 0)
    print(
      'No open entries: the journal knows of no object that is left over. It does not keep candidates that a plan ' +
        'or an apply has named without proof.',
    );
  for (const { entry } of found) print(sayEntry(entry));
}

async function remove(id: string, { directory, yes = false }: DeleteFlags): Promise<void> {
  const found = await soleEntry(id, directory);
  await refuseManaged(found, id);
  const client = await platformClient(found.entry.run.platform);
  try {
    await removeFrom(client, id, found, yes);
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
  const kind = kindsOf(client, () => false)
    .map(({ creatable }) => creatable)
    .find(({ resource }) => resource === entry.intent.resource);
  if (kind === undefined) throw new Error(`This version does not support ${entry.intent.resource}.`);
  const object = await kind.find(id);
  if (object === undefined) {
    journal.close(entry);
    print(`${id} is gone from the platform. The entry is closed.`);
    return;
  }
  if (object.digest !== entry.intent.digest)
    throw new Error(`${id} has changed since it was created, so somebody may use it. It was not deleted.`);
  say(`${sayEntry(entry)}\nCreated on the platform at ${object.created_at}.`);
  if (!yes) await confirm(kind, id);
  await kind.revoke(id, (summary, detail) => say(`${summary}\n${detail}`));
  journal.close(entry);
  print(`${id} is deleted.`);
}

async function confirm({ noun }: Findable, id: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Error(
      'Standard input is not a terminal, so this command cannot ask. To delete without a question, add ' +
        '--yes.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`Delete ${noun} ${id}? Type "yes" to confirm: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new Error('Nothing was deleted.');
}

/** Refuses to delete an object of a run in progress, or one that a state contains. */
async function refuseManaged({ journal, entry }: Found, id: string): Promise<void> {
  const { standing, run } = entry;
  if (standing === 'alive')
    throw new Error(`The run that created ${id} is still in progress. Nothing was deleted.`);
  // A run in progress may be about to adopt the object, and has no entry of its own yet.
  if (journal.isBusy)
    throw new Error(`A run in progress may be about to use ${id}. Nothing was deleted. Wait until it ends.`);
  if (standing === 'unknown') {
    throw new Error(
      `The run that created ${id} belongs to another host or container, and may still be in progress. ` +
        'Nothing was deleted. Run this command where that run was started, or delete the object on the ' +
        'platform.',
    );
  }
  if (await stateNames(run, id))
    throw new Error(`The state has ${id}, so Terraform manages it. Nothing was deleted.`);
}

async function forget(name: string, { directory }: JournalFlags): Promise<void> {
  const { journal, entry } = await soleEntry(name, directory);
  if (entry.standing === 'alive') throw new Error('Its run is still in progress. Nothing was dropped.');
  journal.close(entry);
  print(`The entry of ${entry.id ?? name} is dropped. The object on the platform is unchanged.`);
}

async function soleEntry(name: string, directory: string | undefined): Promise<Found> {
  const entries = await journalEntries(directory);
  const found = entries.find(({ entry }) => entry.id === name || nameOf(entry) === name);
  if (found !== undefined) return found;
  throw new Error(
    `The journal has no open entry of ${JSON.stringify(name)}: a state has shown the object, or it was created ` +
      'elsewhere. Nothing was done. `npx cdktf-provider-svc journal` lists the open entries.',
  );
}

/** The user gives the address. A journal that others can write must not decide where the key is sent. */
async function platformClient(noted: string): Promise<Client> {
  const { SVC_API_KEY: credential, SVC_BASE_URL: baseUrl } = process.env;
  if (!credential || !baseUrl) {
    throw new Error(
      'Set SVC_API_KEY and SVC_BASE_URL: the command reads the object from the platform before it ' +
        `deletes it. The address in the journal is ${noted}.`,
    );
  }
  if (normalizedAddress(baseUrl) !== normalizedAddress(noted)) {
    throw new Error(
      `The object was created at ${noted}, but SVC_BASE_URL is ${baseUrl}. No request was sent, and ` +
        'nothing was deleted.',
    );
  }
  return createClient({
    baseUrl,
    credential,
    refresh: 'each',
    extraCertificates: await extraCertificates(process.env),
    proxies: proxiesOf(process.env),
  });
}

const print = (text: string) => say(text, process.stdout);
