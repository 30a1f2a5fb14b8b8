import { readFile } from 'node:fs/promises';
import type { TerraformProcess } from '../test/harness/terraform-process';

export interface Use {
  /** Peak resident megabytes of the provider's largest process. */
  readonly megabytes: number;
  /** Processor time of all the provider's processes, short of what the last look before each one's end has missed. */
  readonly providerSeconds: number;
  /** The same of Terraform itself. */
  readonly terraformSeconds: number;
}

/**
 * Looks at Terraform and the provider's processes until it has finished; it starts several, one after the other.
 * `undefined` where there is no /proc.
 *
 * @param every milliseconds between two looks, each of which costs some of one processor
 */
export async function watch(running: TerraformProcess, every: number): Promise<Use | undefined> {
  if (process.platform !== 'linux') return undefined;
  const finished = running.finished.then(() => true);
  const seconds = new Map<number, number>();
  let megabytes = 0;
  let terraformSeconds = 0;
  do {
    terraformSeconds = Math.max(terraformSeconds, await processorTime(running.pid));
    for (const pid of await running.providers()) {
      megabytes = Math.max(megabytes, await highWaterMark(pid));
      seconds.set(pid, Math.max(seconds.get(pid) ?? 0, await processorTime(pid)));
    }
  } while (!(await Promise.race([finished, pause(every)])));
  const providerSeconds = [...seconds.values()].reduce((sum, each) => sum + each, 0);
  return { megabytes, providerSeconds, terraformSeconds };
}

const pause = (milliseconds: number) =>
  new Promise<false>(resolve => setTimeout(() => resolve(false), milliseconds));

async function highWaterMark(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await processFile(pid, 'status')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

/** Linux counts in hundredths of a second, whatever its own clock does (`man 5 proc`, fields 14 and 15). */
async function processorTime(pid: number): Promise<number> {
  const text = await processFile(pid, 'stat');
  // The second field is the command in parentheses, and may hold anything.
  const [, ...fields] = text.slice(text.lastIndexOf(')')).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** Empty for a process that has ended meanwhile. */
async function processFile(pid: number, name: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
