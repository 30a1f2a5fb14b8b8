/**
 * The sandbox in a process of its own, so that its work is not counted as the provider's or the bench's. Talks
 * over Node's channel between parent and child.
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
  /** Requests since the last time they were asked for. */
  requests: z.number(),
  /** Processor time since the process began. */
  seconds: z.number(),
});
type Counts = z.infer<typeof counts>;

/** The bench's end. */
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

  /** Forgets all endpoints, and the latency; the key stays. */
  async reset(): Promise<void> {
    await this.#ask({ do: 'reset' });
  }

  /** Requests that arrive, and seconds of processor time that they take here, while something runs. */
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

/** The sandbox's end. */
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
  // The bench has ended, however it did.
  process.on('disconnect', () => process.exit());
  process.send?.({ url, key });
}

if (require.main === module) void serve();
