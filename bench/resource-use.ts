import { readFile } from 'node:fs/promises';
import type { TerraformProcess } from '../test/harness/terraform/terraform-process';

export interface Use {
  /** Peak resident megabytes of the provider's largest process. */
  readonly megabytes: number;
  /** Processor time of all the provider's processes, up to the last sample of each. */
  readonly providerSeconds: number;
}

/**
 * Samples the provider's processes until Terraform ends. Terraform starts several, one after the
 * other. Returns `undefined` without /proc.
 *
 * @param every milliseconds between two samples, each of which takes processor time
 */
export async function watch(running: TerraformProcess, every: number): Promise<Use | undefined> {
  if (process.platform !== 'linux') return undefined;
  const finished = running.finished.then(() => true);
  const seconds = new Map<number, number>();
  let megabytes = 0;
  do {
    for (const pid of await running.providers()) {
      megabytes = Math.max(megabytes, await highWaterMark(pid));
      seconds.set(pid, Math.max(seconds.get(pid) ?? 0, await processorTime(pid)));
    }
  } while (!(await Promise.race([finished, pause(every)])));
  const providerSeconds = [...seconds.values()].reduce((sum, each) => sum + each, 0);
  return { megabytes, providerSeconds };
}

const pause = (milliseconds: number) =>
  new Promise<false>(resolve => setTimeout(() => resolve(false), milliseconds));

async function highWaterMark(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await processFile(pid, 'status')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

/** Linux reports hundredths of a second, independent of its own clock (`man 5 proc`, fields 14 and 15). */
async function processorTime(pid: number): Promise<number> {
  const text = await processFile(pid, 'stat');
  // The second field is the command in parentheses, and may contain any character.
  const [, ...fields] = text.slice(text.lastIndexOf(')')).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

/** Returns an empty string if the process has ended. */
async function processFile(pid: number, name: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
