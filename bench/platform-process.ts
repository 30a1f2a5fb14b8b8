/**
 * The sandbox in its own process, so that its work does not count as the provider's or the bench's. Parent and
 * child communicate over Node.js's channel.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { startSandbox } from '../src/sandbox';

/** Each order is answered with the number of requests since the last one. */
const order = z.object({
  latency: z.number().optional(),
  isReset: z.boolean().optional(),
  /** Number of endpoints of somebody else to make. */
  others: z.number().default(0),
});

const started = z.object({ url: z.string(), key: z.string() });

/** The parent's side, in the bench. */
export class PlatformProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    readonly key: string,
  ) {}

  static async start(): Promise<PlatformProcess> {
    const child = fork(__filename, {
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { url, key } = started.parse(await answerOf(child));
    return new PlatformProcess(child, url, key);
  }

  /** Resetting removes all endpoints and the latency. The key stays. */
  async order(wanted: z.input<typeof order>): Promise<number> {
    const answer = answerOf(this.child);
    this.child.send(wanted);
    return z.number().parse(await answer);
  }

  /** Counts the requests during `work`. */
  async countDuring(work: () => Promise<unknown>): Promise<number> {
    await this.order({});
    await work();
    return this.order({});
  }

  stop(): void {
    this.child.disconnect();
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The sandbox ended with ${code}.`));
    child.once('exit', ended);
    child.once('message', message => {
      child.off('exit', ended);
      resolve(message);
    });
  });
}

/** The child's side, in the sandbox. */
async function serve(): Promise<void> {
  const { url, key, controls } = await startSandbox();
  process.on('message', message => {
    const { latency, isReset, others } = order.parse(message);
    if (isReset) controls.reset();
    for (let i = 0; i < others; i += 1)
      controls.webhooks.create({ url: `https://others.example.com/${i}`, events: ['alert.created'] });
    if (latency !== undefined) controls.latency.set(latency);
    process.send?.(controls.requests.count());
    controls.requests.clear();
  });
  // The bench has ended, in any way.
  process.on('disconnect', () => process.exit());
  process.send?.({ url, key });
}

if (require.main === module) void serve();
