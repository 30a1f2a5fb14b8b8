import { createHash } from 'node:crypto';
import { readFile, realpath, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { makeFolder } from '../../client';
import { homeFolder } from '../../constructs/installation/home-folder';
import { replaceFile } from '../../files/replace-file';
import { identityOf, isSameProcess } from '../../provider/creation/journal/owner';
import type { Sandbox } from '../../sandbox';

const recordShape = z.object({
  format: z.literal(1),
  process: z.object({
    host: z.string(),
    boot: z.string().optional(),
    namespace: z.string().optional(),
    pid: z.int().positive(),
    started: z.string().optional(),
  }),
  url: z.string(),
  api_key: z.string(),
  arguments: z.array(z.string()),
});

/** Record of a background sandbox: its process and its address. */
export type SandboxRecord = z.infer<typeof recordShape>;

/** Path of the record of this folder's background sandbox: two projects on one machine do not share a platform. */
export async function recordPath(
  named: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  if (named !== undefined) return resolve(named);
  const { XDG_STATE_HOME: configured = '' } = environment;
  // The XDG Base Directory Specification: ignore a relative path.
  const state = isAbsolute(configured) ? configured : join(homeOf(environment), '.local', 'state');
  const folder = createHash('sha256')
    .update(await realpath('.'))
    .digest('hex');
  return join(state, 'cdktf-provider-svc', `sandbox-${folder.slice(0, 16)}.json`);
}

function homeOf(environment: Readonly<Record<string, string | undefined>>): string {
  const home = homeFolder(environment);
  if (home === undefined) throw new Error('This user has no home folder. Set HOME, or XDG_STATE_HOME.');
  return home;
}

/** Path of the log of the background sandbox, beside its record. */
export function logPath(path: string): string {
  return `${path.replace(/\.json$/, '')}.log`;
}

/** Runs while no other command starts or stops this sandbox. */
export async function exclusively<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  const release = await writing(path, async () => {
    makeFolder(dirname(path), 0o700);
    const retries = { retries: 600, factor: 1, minTimeout: 50, maxTimeout: 50 };
    return lock(path, { realpath: false, retries, onCompromised: () => {} });
  });
  try {
    return await act();
  } finally {
    await release().catch(() => {});
  }
}

/** @throws {Error} for a file that is not a record; the file stays unchanged */
export async function readRecord(path: string): Promise<SandboxRecord | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Error(`${path} cannot be read (${codeOf(error)}).`);
  }
  const parsed = recordShape.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new Error(
    `${path} is not the record of a background sandbox. It is left as it is. Remove it, or use ` +
      '--pid-file.',
  );
}

/** The record contains the key, so that a second shell can get the exports. Only the owner can read it. */
export async function noteSandbox(path: string, { url, key }: Sandbox, parameters: readonly string[]) {
  const started = await identityOf(process.pid);
  const record = { format: 1, process: started, url, api_key: key, arguments: withoutDetached(parameters) };
  await writing(path, async () => replaceFile(path, `${JSON.stringify(record)}\n`, { mode: 0o600 }));
}

/** Removes the record of this process, and no other. */
export async function forgetSandbox(path: string): Promise<void> {
  const record = await readRecord(path).catch(() => undefined);
  if (isSameProcess(await identityOf(process.pid), record?.process)) await rm(path, { force: true });
}

const withoutDetached = (parameters: readonly string[]) => parameters.filter(one => one !== '--detached');

async function writing<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw new Error(
      `${path} cannot be written (${codeOf(error)}). It records the background sandbox. Name another ` +
        'file with --pid-file.',
    );
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : 'unknown');

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
