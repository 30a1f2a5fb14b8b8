/**
 * The sandbox in a process of its own, so that its work is not counted as the provider's or the bench's. Talks
 * over Node's channel between parent and child.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { z } from 'zod';
import { startSandbox } from '../src/sandbox';

const command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('latency'), milliseconds: z.number() }),
  z.object({ do: z.literal('forget requests') }),
  z.object({ do: z.literal('count requests') }),
]);
type Command = z.infer<typeof command>;

const started = z.object({ url: z.string(), key: z.string() });
const counted = z.object({ requests: z.number() });

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

  /** Requests that arrive while something runs. */
  async countDuring(work: () => Promise<unknown>): Promise<number> {
    await this.#ask({ do: 'forget requests' });
    await work();
    return (await this.#ask({ do: 'count requests' })).requests;
  }

  stop(): void {
    this.child.disconnect();
  }

  async #ask(question: Command): Promise<z.infer<typeof counted>> {
    const answer = answerOf(this.child);
    this.child.send(question);
    return counted.parse(await answer);
  }
}

function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', code => reject(new Error(`The sandbox ended with ${code}.`)));
  });
}

/** The sandbox's end. */
async function serve(): Promise<void> {
  const sandbox = await startSandbox();
  const { latency, requests } = sandbox.controls;
  process.on('message', message => {
    const asked = command.parse(message);
    if (asked.do === 'latency') latency.set(asked.milliseconds);
    if (asked.do === 'forget requests') requests.clear();
    process.send?.({ requests: requests.count() });
  });
  // The bench has ended, however it did.
  process.on('disconnect', () => process.exit());
  process.send?.({ url: sandbox.url, key: sandbox.key });
}

if (require.main === module) void serve();
