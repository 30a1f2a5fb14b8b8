import { Command, Option } from 'commander';
import { type Client, createClient, printable } from '../../client';
import { hostOf } from '../../constructs/policy/rules/hosts';
import { shownHost } from '../../risks/host';
import { plural } from '../../words/plural';
import { clientIdOption, serverOption } from '../login-options';
import { baseUrlOption, demandBaseUrl, type PlatformFlags, platformOptions } from '../platform-options';
import { GateHit } from '../report/gate';
import { print, printJson, say } from '../say';
import { secondsAhead } from '../seconds-ahead';
import { leftOut } from './checked';
import { adoptExisting } from './existing';
import { readKnown, unseenOf, withoutKnown } from './known-objects';
import { languages } from './languages';
import { managedBy } from './managed-ids';
import { addressOf, adoptable, doubts, inNoState, listed, type Unmanaged, unmanaged } from './unmanaged';
import { writeNew } from './write-new';

interface AdoptFlags extends PlatformFlags {
  readonly state?: readonly string[];
  readonly folder?: readonly string[];
  readonly only?: string;
  readonly known?: string;
  readonly existing?: boolean;
  readonly keys?: boolean;
  readonly listsAreWhole?: boolean;
  readonly json?: boolean;
  readonly write?: string;
  readonly language: keyof typeof languages;
  readonly failOn?: 'unmanaged';
}

const examples = `
The key comes from SVC_API_KEY. Without it, the login of --auth-url and --client-id is used. Listing keys takes an
unrestricted key; with another one, say --only svc_webhook_endpoint. docs/how-to/adopt-a-platform.md describes the rest.

Examples:
  npx --no cdktf-provider-svc adopt                                         what the state of this folder does not manage
  npx --no cdktf-provider-svc adopt --state one.tfstate --state two.tfstate
  npx --no cdktf-provider-svc adopt --write imports.tf                      import blocks for terraform plan -generate-config-out
  npx --no cdktf-provider-svc adopt --write adopted.ts --language typescript
  npx --no cdktf-provider-svc adopt --existing --write imports.tf           after a kill, or with the state lost
  npx --no cdktf-provider-svc adopt --fail-on unmanaged                     exits with 3 if somebody made an object by hand`;

export function adoptCommand(): Command {
  return new Command('adopt')
    .description('List the objects that no given state manages, or write what imports them. Changes nothing.')
    .addOption(baseUrlOption())
    .addOption(serverOption())
    .addOption(clientIdOption())
    .addOption(
      new Option(
        '--state <file...>',
        'a state file, the JSON of `terraform show -json`, or - for standard input, beside the states of the ' +
          'Terraform configuration or of the cdktf stacks in this folder',
      ),
    )
    .option(
      '--folder <folder...>',
      'initialized folders whose states are read instead of those of this folder',
    )
    .addOption(new Option('--only <type>', 'list objects of one type').choices(adoptable))
    .option(
      '--known <file>',
      'objects to leave out, such as the key of Terraform itself, one a line: an id, or svc_api_key NAME TENANT',
    )
    .addOption(
      new Option(
        '--existing',
        'plan the configuration of this folder, and import the endpoints that it would register again: after a kill, or ' +
          'with the state lost',
      ).conflicts(['state', 'folder', 'only', 'known', 'json', 'failOn', 'language']),
    )
    .option(
      '--keys',
      'with --existing, also import a key where one key and one block are equal. Its value is lost: `key` is null then. It may be ' +
        'of another folder',
    )
    .option('--lists-are-whole', 'say that a list whose last page has no next_cursor is whole')
    .option('--json', 'print JSON')
    .option('--write <file>', 'write what imports the objects to a new file')
    .addOption(
      new Option('--language <language>', 'of that file').choices(Object.keys(languages)).default('hcl'),
    )
    .addOption(new Option('--fail-on <what>', 'exit with 3 if an object is unmanaged').choices(['unmanaged']))
    .addHelpText('after', examples)
    .action(adopt);
}

async function adopt(flags: AdoptFlags, command: Command): Promise<void> {
  if (flags.existing) {
    if (command.getOptionValueSource('baseUrl') === 'cli')
      command.error('error: --existing asks the platform of the provider block, and takes no --base-url.');
    return adoptExisting(flags.write, flags.keys);
  }
  demandBaseUrl(flags, command);
  if (flags.keys) command.error('error: --keys takes --existing.');
  const { ids, names, present, extent } = await managedBy(flags.state ?? [], flags.folder);
  const known = await readKnown(flags.known);
  const client = createClient({ ...(await platformOptions(flags)), listsAreWhole: flags.listsAreWhole });
  const types = flags.only === undefined ? adoptable : [flags.only];
  const platform = await listed(client, types).finally(() => client.close());
  const outside = platform.objects.filter(({ object }) => !ids.has(object.id));
  const found = unmanaged(withoutKnown(outside, known), names);
  const host = shownHost(flags.baseUrl) ?? 'the platform';
  const unbelieved = doubts(platform.objects, types, present, host);
  const complete = platform.gaps.length + unbelieved.length === 0;
  const read = `Read: ${extent}, and one account of ${host}.`;
  for (const doubt of unbelieved) say(`Warning: ${doubt}`);
  for (const gap of platform.gaps)
    say(`Warning: ${gap} If this platform's lists are whole, add --lists-are-whole.`);
  const isAll = complete && flags.only === undefined;
  for (const one of isAll ? unseenOf(known, platform.objects) : [])
    say(`Warning: A known object does not exist: ${'id' in one ? one.id : one.name}.`);
  if (flags.json) printJson({ complete, unmanaged: found.map(inJson) });
  else if (found.length === 0) print(nothing(known.length > 0, complete, read));
  else if (flags.write === undefined) print(`${table(found)}\n${inNoState(found)}. ${read}`);
  if (flags.write !== undefined && found.length > 0) {
    const name = command.parent?.name() ?? '';
    writeNew(flags.write, languages[flags.language](found, name));
    say(`${flags.write} imports what is in no state. Nothing was changed on the platform.`);
    const hosts = new Set(
      found.flatMap(({ object: { url } }) => (url === undefined ? [] : hostOf(url) || [])),
    );
    if (hosts.size > 0)
      say(`Their hosts, for allowedHosts of policy.json: ${JSON.stringify([...hosts].sort())}`);
    for (const reason of found.flatMap(each => leftOut(each) ?? [])) say(`Warning: ${reason}`);
  }
  if (flags.failOn === undefined) return;
  if (found.length > 0 && unbelieved.length === 0) throw new GateHit(`--fail-on: ${inNoState(found)}.`);
  if (!complete) throw new Error('--fail-on: Nobody can tell whether every object is in a state.');
  refuseOtherClock(client);
}

/** A plan finds what is due by the platform's clock, and a report by this machine's: a night would miss a key that is due. */
function refuseOtherClock(client: Client): void {
  const time = client.platformTime();
  // Without a Date header, both go by this machine's clock.
  const ahead = time === undefined ? 0 : secondsAhead(time);
  if (Math.abs(ahead) <= 3600) return;
  const by = `${plural(Math.round(Math.abs(ahead) / 3600), 'hour')} ${ahead < 0 ? 'behind' : 'ahead of'}`;
  throw new Error(
    `--fail-on: This machine is ${by} the platform, so no report made here tells what is due. Set its clock.`,
  );
}

function nothing(hasKnown: boolean, complete: boolean, read: string): string {
  return `Every ${hasKnown ? 'other ' : ''}object ${complete ? '' : 'that was listed '}is in a state. ${read}`;
}

function inJson(found: Unmanaged) {
  const { url, ...shown } = found.object;
  return { address: addressOf(found), ...shown, host: shownHost(url) };
}

function table(found: readonly Unmanaged[]): string {
  const rows = found.map(each => [
    addressOf(each),
    each.object.id,
    each.object.created_at ?? '',
    shownHost(each.object.url) ?? '',
  ]);
  const widths = [0, 1, 2].map(column =>
    rows.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, column) => printable(cell).padEnd(widths[column] ?? 0)).join('  ');
  return rows.map(row => line(row).trimEnd()).join('\n');
}
