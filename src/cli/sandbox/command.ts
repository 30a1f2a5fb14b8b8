import { rmSync } from 'node:fs';
import { Command, Option } from 'commander';
import { startSandbox } from '../../sandbox';
import { dialects } from '../../sandbox/dialects/dialects';
import { say } from '../say';
import { recordVariable, startInBackground, stopInBackground } from './background';
import { notNegative, portNumber, positive, type SandboxFlags, seedFile } from './flags';

const seedForm =
  '{"tenants":[{"id":"ten_a","name":"A"}],"webhooks":[{"url":"…","events":["…"],"secret":"…"}],"apiKeys":[{"name":"…","tenant_id":"ten_a","scopes":[]}]}';

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description('Run a sandbox of the platform on this machine, for tests, demos and development.')
    .option('--port <number>', 'port on 127.0.0.1; 0 takes a free one', portNumber, 0)
    .option('--seed <file>', `JSON file with the initial content: ${seedForm}`, seedFile)
    .option('--speed <factor>', 'speed of the retry schedule, as a multiple of real time', positive, 1)
    .option('--latency <milliseconds>', 'latency of every response', notNegative, 0)
    .addOption(
      new Option('--environment <name>', 'of the keys it issues').choices(['test', 'live']).default('test'),
    )
    .addOption(
      new Option('--dialect <name>', 'how the platform differs from our reading').choices(
        Object.keys(dialects),
      ),
    )
    .option('--deliver-anywhere', 'let deliveries leave this machine, to the address of any endpoint')
    .option('--quiet', 'do not log requests and deliveries')
    .addOption(
      new Option('--background', 'run in the background, and print its exports for a shell').conflicts(
        'stop',
      ),
    )
    .option('--stop', 'stop the background sandbox of this folder')
    .addHelpText(
      'after',
      '\nExamples:\n  $ eval "$(npx --no cdktf-provider-svc sandbox --background)"\n  $ npx --no cdktf-provider-svc sandbox --port 8080 --seed seed.json',
    )
    .action(run);
}

async function run(flags: SandboxFlags): Promise<void> {
  if (flags.stop) return stopInBackground();
  if (flags.background) return startInBackground(process.argv.slice(2));
  const interrupted = interruption();
  const sandbox = await startSandbox({ ...flags, log: flags.quiet ? undefined : line => say(line) });
  if (flags.deliverAnywhere)
    say('Deliveries may leave this machine: they go to the addresses of the endpoints.');
  // Scripts read the first line of stdout.
  process.stdout.write(`${JSON.stringify({ url: sandbox.url, api_key: sandbox.key })}\n`);
  // For people, on stderr, which never contains the key.
  say(`The sandbox listens on ${sandbox.url}; its unrestricted key is in the line above.`);
  say(`Point the provider at it with SVC_BASE_URL=${sandbox.url} and the key in SVC_API_KEY.`);
  say('Stop it with Ctrl-C. All data is lost then.');
  await interrupted;
  await sandbox.close();
  const record = process.env[recordVariable];
  if (record !== undefined) rmSync(record, { force: true });
}

/** Resolves at the first SIGINT or SIGTERM, or when the npx of a sandbox in the foreground ends. */
function interruption(): Promise<void> {
  return new Promise(resolve => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
    if (process.env['npm_command'] !== 'exec' || process.env[recordVariable] !== undefined) return;
    // npx passes SIGTERM to its shell alone, which ends without its child.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(watch);
      say('npx has ended, and the sandbox with it. To keep one running, use --background.');
      resolve();
    }, 500);
    watch.unref();
  });
}
