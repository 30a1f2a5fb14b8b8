import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Command } from 'commander';
import { version } from '../../../package.json';
import { environmentOf, isOperationName, parseBaseUrl, printable } from '../../client';
import { assumptions as known } from '../../client/contract/assumptions';
import { type Examination, examine } from '../../client/doctor/examine';
import type { Row } from '../../client/doctor/findings';
import { clientIdOption, serverOption } from '../login-options';
import { baseUrlOption, demandBaseUrl, type PlatformFlags, platformOptions } from '../platform-options';
import { asCalled, print, printJson, say } from '../say';
import { machineRows, platformRows } from './checks';

interface DoctorFlags extends PlatformFlags {
  readonly probe?: boolean;
  readonly yes?: boolean;
  readonly live?: boolean;
  readonly json?: boolean;
  readonly accept?: readonly string[];
}

const examples = `
The key comes from SVC_API_KEY. Without it, the login of --auth-url and --client-id is used.
docs/assumptions.md describes each line, and the JSON.

Examples:
  npx --no cdktf-provider-svc doctor                         read only
  npx --no cdktf-provider-svc doctor --probe                 also create, change and delete an endpoint and a key
  npx --no cdktf-provider-svc doctor --probe --yes --json    the same in CI`;

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check this machine, the connection, and how the platform differs from what is assumed of it.',
    )
    .addOption(baseUrlOption())
    .addOption(serverOption())
    .addOption(clientIdOption())
    .option('--probe', 'create, read, change and delete one endpoint and, if allowed, one key')
    .option('--yes', 'probe without a question')
    .option('--live', 'allow a probe with a credential that may be for production')
    .option('--accept <name...>', 'a difference that may cost more than words, and that is accepted')
    .option('--json', 'print JSON')
    .addHelpText('after', examples)
    .action(doctor);
}

async function doctor(flags: DoctorFlags, command: Command): Promise<void> {
  demandBaseUrl(flags, command);
  const unknown = flags.accept?.filter(name => !known.some(each => each.name === name)) ?? [];
  if (unknown.length > 0)
    throw new Error(`--accept: docs/assumptions.md has no ${printable(unknown.join(', '))}.`);
  const environment = environmentOfKey();
  if (flags.probe) await permit(flags, environment);
  const nothing = { platformTime: undefined, assumptions: [], left: [] };
  // Before the probe: a failure here must not end the command after something was made.
  const machine = await machineRows();
  const examination = await examined(flags).catch((failure: unknown) => ({ ...nothing, failure }));
  const kind = environment === undefined ? 'login of a person' : `API key, ${environment}`;
  const checks = [...machine, ...platformRows(flags.baseUrl, kind, examination)];
  const { assumptions, left } = examination;
  const isDifferent = ({ verdict }: Row) => verdict === 'differs';
  const isAccepted = ({ name }: Row) => flags.accept?.includes(name);
  const broken = [...checks, ...assumptions].filter(row => row.needed && isDifferent(row));
  const isCostly = (row: (typeof assumptions)[number]) => !row.needed && row.costs !== 'words';
  const costly = assumptions.filter(row => isDifferent(row) && isCostly(row) && !isAccepted(row));
  const isUntried = ({ needed, verdict }: Row) => needed && flags.probe && verdict === 'cannot be told';
  const untried = assumptions.filter(row => isUntried(row) && !isAccepted(row));
  const ok = broken.length + costly.length + left.length + untried.length === 0;
  // No documented operation can be declared unavailable.
  const isUnavailable = ({ name, verdict, source }: (typeof assumptions)[number]) =>
    isOperationName(name) && verdict === 'differs' && source === 'assumed';
  const names = assumptions.filter(isUnavailable).map(({ name }) => name);
  const result = { version, ok, probed: flags.probe ?? false, checks, assumptions };
  if (flags.json) printJson({ ...result, unavailable_operations: names, left });
  else {
    const isTold = assumptions.some(({ verdict }) => verdict !== 'cannot be told');
    for (const row of [...checks, ...(isTold ? assumptions : [])]) printRow(row);
    if (names.length > 0) print(`In the provider block: unavailable_operations = ${JSON.stringify(names)}`);
  }
  const remains = left.map(object => `The probe could not remove ${object}.`);
  if (ok) return;
  const accepted = [...untried, ...costly].map(({ name }) => ` --accept ${name}`).join('');
  const advice = accepted === '' ? [] : [`To accept what you have read:${accepted}`];
  const differences = [
    ...broken.map(({ name }) => `${name}: see above.`),
    ...untried.map(({ name }) => `${name}: the probe has made nothing, and so shows nothing.`),
    ...costly.map(({ name, costs }) => `${name}: see above (${costs}).`),
  ];
  throw new Error([...differences, ...remains, ...advice].join(' '));
}

/** Undefined without a key. A key of another form may be one for production. */
function environmentOfKey(): string | undefined {
  const key = process.env['SVC_API_KEY'];
  return key ? (environmentOf(key) ?? 'of an unknown environment') : undefined;
}

/** Asks at the terminal, without --yes. @throws {Error} unless the answer is yes */
async function permit({ yes, live, baseUrl }: DoctorFlags, environment: string | undefined): Promise<void> {
  if (environment !== 'test' && !live)
    throw new Error(
      'This credential may be for production. To probe with it, add --live. Nothing was created.',
    );
  const what = `Create, change and delete an endpoint and an API key at ${parseBaseUrl(baseUrl).address}?`;
  if (yes) return;
  if (!process.stdin.isTTY)
    throw new Error(
      'Standard input is not a terminal, so this command cannot ask. To probe without a question, add --yes.',
    );
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${what} Type "yes" to confirm: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new Error('Nothing was created.');
}

/** @throws {Error} if the settings are not valid */
async function examined(flags: DoctorFlags): Promise<Examination> {
  // A platform that never answers is said to be one after twenty seconds.
  const options = { ...(await platformOptions(flags)), maxRetries: 1, timeoutSeconds: 10 };
  return examine(options, randomUUID(), flags.probe ? untilStopped() : undefined);
}

function untilStopped(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => {
    say('Stopping. What the probe has created is removed first.');
    stopping.abort(new Error('The probe was stopped.'));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  return stopping.signal;
}

/** Prints a line, and after a difference what the provider does about it. */
function printRow(row: Row & { readonly otherwise?: string; readonly costs?: string }): void {
  const { name, verdict, detail, needed, otherwise, costs = 'words' } = row;
  const colour = { holds: 32, differs: needed || costs !== 'words' ? 31 : 33, 'cannot be told': 2 }[verdict];
  // `hasColors` respects NO_COLOR. Only a terminal has it.
  const isColoured = process.stdout.hasColors?.() ?? false;
  const word = isColoured ? `\u001b[${colour}m${verdict.padEnd(14)}\u001b[0m` : verdict.padEnd(14);
  process.stdout.write(`${word}  ${name.padEnd(24)}  ${printable(asCalled(detail))}`.trimEnd());
  print(verdict === 'differs' && otherwise !== undefined ? `\n${' '.repeat(42)}${otherwise}` : '');
}
