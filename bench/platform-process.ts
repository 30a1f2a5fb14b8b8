/**
 * The sandbox in its own process, so that its work does not count as the provider's or the bench's. Parent and
 * child communicate over Node.js's channel.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { startSandbox } from '../src/sandbox';

const command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('latency'), milliseconds: z.number() }),
  z.object({ do: z.literal('reset') }),
  z.object({ do: z.literal('count') }),
]);
type Command = z.infer<typeof command>;

const started = z.object({ url: z.string(), key: z.string() });
const counts = z.object({
  /** Requests since the last query. */
  requests: z.number(),
  /** Processor time since the process started. */
  seconds: z.number(),
});
type Counts = z.infer<typeof counts>;

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

  async setLatency(milliseconds: number): Promise<void> {
    await this.#ask({ do: 'latency', milliseconds });
  }

  /** Removes all endpoints and the latency. The key stays. */
  async reset(): Promise<void> {
    await this.#ask({ do: 'reset' });
  }

  /** Counts the requests, and the seconds of processor time of the sandbox, during `work`. */
  async countDuring(work: () => Promise<unknown>): Promise<Counts> {
    const before = await this.#ask({ do: 'count' });
    await work();
    const { requests, seconds } = await this.#ask({ do: 'count' });
    return { requests, seconds: seconds - before.seconds };
  }

  stop(): void {
    this.child.disconnect();
  }

  async #ask(question: Command): Promise<Counts> {
    const answer = answerOf(this.child);
    this.child.send(question);
    return counts.parse(await answer);
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
    const asked = command.parse(message);
    if (asked.do === 'latency') controls.latency.set(asked.milliseconds);
    if (asked.do === 'reset') controls.reset();
    const { user, system } = process.cpuUsage();
    process.send?.({ requests: controls.requests.count(), seconds: (user + system) / 1e6 });
    controls.requests.clear();
  });
  // The bench has ended, in any way.
  process.on('disconnect', () => process.exit());
  process.send?.({ url, key });
}

if (require.main === module) void serve();
