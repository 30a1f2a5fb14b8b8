import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startSandbox } from '../../../src/sandbox';

/**
 * Run with `--expose-gc`, the receiver's status and a number of events of 900 KB: prints how many megabytes stay of
 * them in a sandbox. It is a process of its own, since the memory of a test's has other users.
 */
async function main(status: number, count: number): Promise<void> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(status).end());
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', () => listening()));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const sandbox = await startSandbox();
  sandbox.controls.webhooks.create({ url: `http://127.0.0.1:${port}/`, events: ['alert.created'] });
  const data = { note: 'x'.repeat(900_000) };
  const emit = () => sandbox.controls.events.emit({ type: 'alert.created', tenant_id: 'ten_acme', data });
  await emit();
  const before = await megabytesInUse();
  for (let sent = 0; sent < count; sent += 1) await emit();
  console.log((await megabytesInUse()) - before);
  await sandbox.close();
  server.closeAllConnections();
  server.close();
}

/** Connections and streams let go of what they hold over some turns of the event loop. */
async function megabytesInUse(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await setTimeout(50);
    if (globalThis.gc === undefined) throw new Error('Start this with --expose-gc.');
    globalThis.gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1024 / 1024);
}

void main(Number(process.argv[2]), Number(process.argv[3]));
