import { readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type Sandbox, type Seed, startSandbox } from '../sandbox';
import { checkedSeed, SeedError } from '../sandbox/platform/seed';
import { collectionNames } from '../sandbox/store/store';
import { say } from './say';

interface SandboxFlags {
  readonly port: number;
  readonly data?: string;
  readonly seed?: Seed;
  readonly speed: number;
  readonly latency: number;
  readonly environment: 'live' | 'test';
  readonly deliverAnywhere?: true;
  readonly quiet?: true;
}

/** `sandbox`: runs the platform in miniature until it is interrupted. */
export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description('Run the platform in miniature on this machine, for tests, demos and development.')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes a free one', portNumber, 0)
    .option('--data <file>', 'keep the platform in this file, so that it survives a restart')
    .option('--seed <file>', `JSON of what a new platform holds: ${collectionNames.join(', ')}`, seedFile)
    .option('--speed <factor>', 'how many times as fast as real time the retry schedule runs', positive, 1)
    .option('--latency <milliseconds>', 'added to every answer', notNegative, 0)
    .addOption(
      new Option('--environment <name>', 'of the keys it issues').choices(['test', 'live']).default('test'),
    )
    .option('--deliver-anywhere', 'let deliveries leave this machine, to wherever endpoints point')
    .option('--quiet', 'do not log requests and deliveries')
    .action(run);
}

async function run(flags: SandboxFlags): Promise<void> {
  const { port, data, seed, speed, latency, environment, deliverAnywhere = false, quiet } = flags;
  const interrupted = interruption();
  const sandbox = await startSandbox({
    port,
    speed,
    latency,
    environment,
    deliverAnywhere,
    ...(data === undefined ? {} : { dataFile: data }),
    ...(seed === undefined ? {} : { seed }),
    ...(quiet ? {} : { log: line => say(line) }),
  });
  if (deliverAnywhere) say('Deliveries leave this machine: they go wherever endpoints point.');
  announce(sandbox, data);
  await interrupted;
  await sandbox.close();
}

/** Scripts read the first line of stdout; people read stderr, which never shows the key. */
function announce({ url, key }: Sandbox, dataFile: string | undefined): void {
  process.stdout.write(`${JSON.stringify({ url, api_key: key })}\n`);
  say(`The sandbox listens on ${url}; its unrestricted key is in the line above.`);
  say(`Point the provider at it with SVC_BASE_URL=${url} and the key in SVC_API_KEY.`);
  if (dataFile === undefined) say('Everything is gone when it stops; --data FILE keeps it.');
  say('Stop it with Ctrl-C.');
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process as usual. */
function interruption(): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.');
}

function positive(text: string): number {
  const number = Number(text);
  if (Number.isFinite(number) && number > 0) return number;
  throw new InvalidArgumentError('It must be a number greater than 0.');
}

function notNegative(text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('It must be a number, 0 or greater.');
}

function seedFile(path: string): Seed {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new InvalidArgumentError('The file cannot be read.');
  }
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('The file is not JSON.');
  }
  try {
    return checkedSeed(content);
  } catch (error) {
    if (error instanceof SeedError)
      throw new InvalidArgumentError(`At ${error.place || 'the top'}: ${error.problem}.`);
    throw error;
  }
}
