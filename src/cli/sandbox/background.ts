import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { shellWord } from '../../client';
import { livenessOf } from '../../provider/creation/journal/owner';
import { say } from '../say';
import { exclusively, logPath, readRecord, type SandboxRecord } from './record';

/** Milliseconds for a sandbox to close its connections and to write its data file. */
const patienceMilliseconds = 15_000;

/** Starts a sandbox that outlives this command. If one is running already, prints its exports again. */
export async function startInBackground(path: string, parameters: readonly string[]): Promise<void> {
  await exclusively(path, async () => {
    const running = await runningSandbox(path);
    if (running === undefined) await launch(path, parameters);
    else if (!isDeepStrictEqual(running.arguments, parameters)) throw alreadyRunning(running);
    const record = running ?? (await readRecord(path));
    if (record === undefined)
      throw new Error(`The sandbox in the background has ended. Its log: ${logPath(path)}`);
    announce(record, path);
  });
}

/** Ends the recorded process only. Another process that has its number now is not touched. */
export async function stopInBackground(path: string): Promise<void> {
  await exclusively(path, async () => {
    const running = await runningSandbox(path);
    if (running === undefined) return say('This folder has no sandbox in the background.');
    process.kill(running.process.pid, 'SIGTERM');
    const deadline = performance.now() + patienceMilliseconds;
    while ((await livenessOf(running.process)) === 'alive') {
      if (performance.now() > deadline) throw new Error(stillRuns(running, path));
      await pause(20);
    }
    await rm(path, { force: true });
    say(`The sandbox on ${running.url} has stopped.`);
  });
}

/** @throws {Error} if it is unknown whether the recorded process is running */
async function runningSandbox(path: string): Promise<SandboxRecord | undefined> {
  const record = await readRecord(path);
  if (record === undefined) return undefined;
  const liveness = await livenessOf(record.process);
  if (liveness === 'alive') return record;
  if (liveness === 'unknown') throw new Error(elsewhere(record, path));
  await rm(path, { force: true });
  return undefined;
}

/** Resolves when the sandbox has announced itself. Later output goes to its log. */
async function launch(path: string, parameters: readonly string[]): Promise<void> {
  const log = await open(logPath(path), 'w', 0o600);
  const [script = ''] = process.argv.slice(1);
  const child = spawn(process.execPath, [...process.execArgv, script, ...parameters, '--detached'], {
    detached: true,
    stdio: ['ignore', 'pipe', log.fd],
    env: withoutNpm(process.env),
  });
  const end = () => child.kill();
  process.once('SIGINT', end).once('SIGTERM', end);
  await firstLine(child);
  process.off('SIGINT', end).off('SIGTERM', end);
  await log.close();
  if (child.exitCode !== null || child.signalCode !== null) throw new Error(await lastWords(path));
  child.stdout?.destroy();
  child.unref();
}

/** Also resolves if the process ends without an announcement. */
async function firstLine(child: ChildProcess): Promise<void> {
  if (child.stdout === null) return;
  const line = once(createInterface({ input: child.stdout }), 'line');
  await Promise.race([line, once(child, 'exit')]);
}

/** Without npm's variables, since it is not npm's process and does not end with it. */
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('npm_')));
}

/** stdout contains only the exports, so that a shell can evaluate it. */
function announce(record: SandboxRecord, path: string): void {
  const {
    url,
    api_key,
    process: { pid },
    arguments: parameters,
  } = record;
  process.stdout.write(`export SVC_BASE_URL=${url} SVC_API_KEY=${api_key} SVC_AUTH_URL=${url}\n`);
  say(
    `The sandbox runs in the background (process ${pid}). Paste the line above into each shell that uses it.`,
  );
  say(`Its log: ${logPath(path)}`);
  say(`Stop it in this folder with:\n\n    ${stopCommand(parameters)}\n`);
}

function stopCommand(parameters: readonly string[]): string {
  const at = parameters.findIndex(one => /^--pid-file/.test(one));
  const named = at < 0 ? [] : parameters.slice(at, parameters[at]?.includes('=') ? at + 1 : at + 2);
  return ['npx cdktf-provider-svc sandbox --stop', ...named.map(shellWord)].join(' ');
}

async function lastWords(path: string): Promise<string> {
  const words = (await readFile(logPath(path), 'utf8')).trim().replace(/^error: /, '');
  return words === '' ? 'The sandbox ended before it listened.' : words;
}

const alreadyRunning = ({ url, process: { pid } }: SandboxRecord) =>
  new Error(
    `This folder has a sandbox with other options in the background: ${url}, process ${pid}. Stop it ` +
      'with --stop, or use another --pid-file for a second one.',
  );

const stillRuns = ({ process: { pid } }: SandboxRecord, path: string) =>
  `The sandbox (process ${pid}) got the request to stop and still runs. Its log: ${logPath(path)}`;

const elsewhere = ({ url, process: { host, pid } }: SandboxRecord, path: string) =>
  `${path} records a sandbox on ${url}, process ${pid} of another machine or container (${host}). ` +
  'It cannot be stopped from here. Stop it there, or remove that file.';
