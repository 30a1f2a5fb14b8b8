import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Command, Option } from 'commander';
import { tryReceiver } from '../client/receivers/try-receiver';
import { receiverFlawOf } from '../constructs/addresses/address';
import { print, printJson } from './say';

const examples = `
The signing secret comes from SVC_WEBHOOK_SECRET; otherwise a terminal is asked for it. The event has the type webhook.test and
no data. A receiver may act on any event, so try one that ignores types it does not know.

Example:
  npx --no cdktf-provider-svc try-receiver https://hooks.example.com/alerts`;

/** `try-receiver`: sends a receiver a signed event and a forged one, and says what it makes of them. */
export function tryReceiverCommand(): Command {
  return new Command('try-receiver')
    .description(
      'Send a receiver a signed test event and a forged one. It should accept one and refuse the other.',
    )
    .argument('<url>', 'address of the receiver')
    .addOption(new Option('--json', 'print JSON'))
    .addHelpText('after', examples)
    .action(run);
}

async function run(url: string, { json }: { readonly json?: boolean }): Promise<void> {
  const flaw = receiverFlawOf(url);
  if (flaw !== undefined) throw new Error(`${flaw.found} ${flaw.remedy}`);
  const secret = process.env['SVC_WEBHOOK_SECRET'] || (await ask());
  const findings = await tryReceiver({ url, secret }, Date.now());
  if (json) printJson({ ok: findings.every(({ holds }) => holds), findings });
  else
    for (const { holds, says } of findings)
      print(`${holds ? 'ok    ' : holds === null ? '?     ' : 'wrong '} ${says}`);
  if (findings.some(({ holds }) => holds === null)) throw new Error('The receiver was not reached.');
  if (!findings.every(({ holds }) => holds))
    throw new Error('The receiver does not do what the platform expects.');
}

/** Asks for the secret without showing it. */
async function ask(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new Error('Set SVC_WEBHOOK_SECRET to the signing secret: standard input is no terminal to ask.');
  process.stderr.write('Signing secret: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
