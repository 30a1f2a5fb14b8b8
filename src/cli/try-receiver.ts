import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Command, Option } from 'commander';
import { endsInSpace } from '../client/contract/signature';
import { tryReceiver } from '../client/receivers/try-receiver';
import { receiverFlawOf } from '../constructs/addresses/address';
import { print, printJson, say } from './say';

const examples = `
The signing secret comes from SVC_WEBHOOK_SECRET; otherwise a terminal is asked for it. The events have the type webhook.test.
A receiver may act on any event, so try one that ignores types it does not know. No number of requests can show a comparison in
constant time, or what the receiver does with a genuine event that comes again.

Example:
  npx --no cdktf-provider-svc try-receiver https://hooks.example.com/alerts`;

export function tryReceiverCommand(): Command {
  return new Command('try-receiver')
    .description(
      'Send a receiver signed test events and forged ones. It should accept the signed ones alone.',
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
  if (endsInSpace(secret))
    say(
      'The signing secret ends with a line break or a blank. The platform must have it with that character, too.',
    );
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
