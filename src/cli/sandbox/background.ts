import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { shellWord } from '../../client';
import { homeFolder } from '../../constructs/installation/home-folder';
import { replaceFile } from '../../files/replace-file';
import { say } from '../say';

/** What a sandbox prints as its first line. */
const announcement = z.object({ url: z.string(), api_key: z.string() });

const recordShape = announcement.extend({ pid: z.int().positive(), arguments: z.array(z.string()) });

/** Record of a background sandbox. It contains the key, so that a second shell can get the exports. */
type SandboxRecord = z.infer<typeof recordShape>;

/** Names the record to the process that runs in the background. The process removes the record at its end. */
export const recordVariable = 'SVC_SANDBOX_RECORD';

/** Milliseconds for a sandbox to close its connections. */
const patienceMilliseconds = 15_000;

/** Starts a sandbox that outlives this command. If one is running already, prints its exports again. */
export async function startInBackground(parameters: readonly string[]): Promise<void> {
  const file = recordFile();
  // Of several commands at once, one starts the sandbox, and the others wait for it.
  const release = await claim(file);
  const { url, api_key, pid } = await runningOrNew(file, parameters).finally(release);
  // stdout contains only the exports, so that a shell can evaluate it.
  const [address, key] = [shellWord(url), shellWord(api_key)];
  process.stdout.write(`export SVC_BASE_URL=${address} SVC_API_KEY=${key} SVC_AUTH_URL=${address}\n`);
  say(
    `The sandbox runs in the background (process ${pid}). In each other shell, run the same command in this folder.`,
  );
  say(`Its log: ${logFile(file)}`);
  say('Stop it in this folder with:\n\n    npx --no cdktf-provider-svc sandbox --stop\n');
  say(
    'All its data is lost then: after a new start, apply creates the objects of your state anew. Give the tenants of a --seed an id for that.',
  );
}

async function runningOrNew(file: string, parameters: readonly string[]): Promise<SandboxRecord> {
  const running = await runningSandbox(file);
  if (running !== undefined && !isDeepStrictEqual(running.arguments, parameters))
    throw new Error(
      `This folder has a sandbox with other options in the background: ${running.url}, process ${running.pid}. Stop it with --stop.`,
    );
  return running ?? launch(file, parameters);
}

export async function stopInBackground(): Promise<void> {
  const file = recordFile();
  const running = await runningSandbox(file);
  if (running === undefined) return say('This folder has no sandbox in the background.');
  process.kill(running.pid, 'SIGTERM');
  const deadline = performance.now() + patienceMilliseconds;
  while (existsSync(file)) {
    if (performance.now() > deadline)
      throw new Error(
        `The sandbox (process ${running.pid}) got the request to stop and still runs. Its log: ${logFile(file)}`,
      );
    await pause(20);
  }
  say(`The sandbox on ${running.url} has stopped.`);
}

/** Path of the record of this folder's background sandbox: two projects on one machine do not share a platform. */
function recordFile(): string {
  const { XDG_STATE_HOME: configured = '' } = process.env;
  const home = homeFolder(process.env);
  // The XDG Base Directory Specification: ignore a relative path.
  const state = isAbsolute(configured) ? configured : home && join(home, '.local', 'state');
  if (!state) throw new Error('This user has no home folder. Set HOME, or XDG_STATE_HOME.');
  const folder = createHash('sha256').update(realpathSync('.')).digest('hex');
  return join(state, 'cdktf-provider-svc', `sandbox-${folder.slice(0, 16)}.json`);
}

const logFile = (file: string) => file.replace(/json$/, 'log');

/** Asks the recorded address for something that only a sandbox with the recorded key has. Faults do not apply to it. */
async function runningSandbox(file: string): Promise<SandboxRecord | undefined> {
  if (!existsSync(file)) return undefined;
  const record = recordIn(file);
  const headers = { authorization: `Bearer ${record.api_key}` };
  const signal = AbortSignal.timeout(5_000);
  const isRunning = await fetch(`${record.url}/_sandbox/state`, { headers, signal }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (signal.aborted)
    throw new Error(
      `${record.url} does not answer within five seconds. If process ${record.pid} is the sandbox, end it. Then remove ${file}.`,
    );
  return isRunning ? record : undefined;
}

function recordIn(file: string): SandboxRecord {
  try {
    return recordShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    throw new Error(
      `The record of this folder's sandbox cannot be read: ${file}. If that sandbox still runs, end its process. Then remove the file.`,
    );
  }
}

/** The claim of a command that was killed ends after ten seconds. */
async function claim(file: string): Promise<() => Promise<void>> {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return await lock(file, { realpath: false, retries: { retries: 300, factor: 1, minTimeout: 100 } });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The sandbox cannot write its record: ${reason}. Set XDG_STATE_HOME to a folder that you can write.`,
    );
  }
}

/** Resolves when the sandbox has announced itself. Later output goes to its log. */
async function launch(file: string, parameters: readonly string[]): Promise<SandboxRecord> {
  const log = openSync(logFile(file), 'w', 0o600);
  const [script = ''] = process.argv.slice(1);
  const foreground = parameters.filter(one => one !== '--background');
  const child = spawn(process.execPath, [...process.execArgv, script, ...foreground], {
    detached: true,
    stdio: ['ignore', 'pipe', log],
    env: { ...process.env, [recordVariable]: file },
  });
  const end = () => child.kill();
  process.once('SIGINT', end).once('SIGTERM', end);
  const line = await firstLine(child);
  process.off('SIGINT', end).off('SIGTERM', end);
  if (line === undefined || child.pid === undefined) throw new Error(lastWords(file));
  const record = { ...announcement.parse(JSON.parse(line)), pid: child.pid, arguments: [...parameters] };
  replaceFile(file, `${JSON.stringify(record)}\n`);
  child.stdout?.destroy();
  child.unref();
  return record;
}

/** Undefined if the process ends without an announcement. */
async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (child.stdout === null) return undefined;
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, 'close').then(() => undefined);
  return Promise.race([once(lines, 'line').then(([text]) => String(text)), ended]);
}

function lastWords(file: string): string {
  const words = readFileSync(logFile(file), 'utf8')
    .trim()
    .replace(/^error: /, '');
  return words === '' ? 'The sandbox ended before it listened.' : words;
}
