/**
 * The sandbox in its own process, so that its work does not count as the provider's or the bench's. Parent and
 * child communicate over Node.js's channel.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { type SandboxControls, startSandbox } from '../src/sandbox';

/** Each order is answered with the number of requests since the last one. */
const order = z.object({
  latency: z.number().optional(),
  isReset: z.boolean().optional(),
  /** Number of endpoints of somebody else to make. */
  others: z.number().default(0),
  /** Number of those to make beside each endpoint that is created from now on. */
  between: z.number().default(0),
  /** Number of requests to let through in each second from now on. */
  limit: z.number().optional(),
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

function makeOthers({ webhooks }: SandboxControls, count: number): void {
  for (let i = 0; i < count; i += 1)
    webhooks.create({ url: `https://others.example.com/${i}`, events: ['alert.created'] });
}

async function spread(controls: SandboxControls, between: number): Promise<void> {
  for (let count = 1; ; count += 1) {
    await controls.requests.arrived('webhooks.create', count);
    makeOthers(controls, between);
  }
}

function beginSecond({ faults }: SandboxControls, after: number): void {
  faults.clear();
  faults.add({ after, times: Number.POSITIVE_INFINITY, effect: { kind: 'status', status: 429 } });
}

/** The child's side, in the sandbox. */
async function serve(): Promise<void> {
  const { url, key, controls } = await startSandbox();
  process.on('message', message => {
    const { latency, isReset, others, between, limit } = order.parse(message);
    if (isReset) controls.reset();
    makeOthers(controls, others);
    if (between > 0) void spread(controls, between);
    if (latency !== undefined) controls.latency.set(latency);
    if (limit !== undefined) setInterval(() => beginSecond(controls, limit), 1000);
    process.send?.(controls.requests.count());
    controls.requests.clear();
  });
  // The bench has ended, in any way.
  process.on('disconnect', () => process.exit());
  process.send?.({ url, key });
}

if (require.main === module) void serve();
