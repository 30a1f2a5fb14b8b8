import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import type { CaseResult } from '../scripts/figures/results';
import { createCertificate } from '../src/plugin/go-plugin/certificate';
import type { LaunchCase } from './cases';
import { conclude, interleave, type Progress } from './interleave';
import type { Subject } from './subjects';

/** Variables that go-plugin sets. Terraform uses this library to launch providers. */
const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
};

/**
 * Measures launches, from spawn to the handshake line, for which Terraform waits. The floor is a bare `node` without
 * NODE_EXTRA_CA_CERTS, even if the shell of the bench has set it: Node.js reads that file at its start, and a launcher can
 * avoid this.
 */
export async function runLaunchCase(
  { extraAuthorities, ...chosen }: LaunchCase,
  subjects: readonly Subject[],
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  // As large as the bundle of an operating system.
  const authorities = join(folder, 'authorities.pem');
  writeFileSync(authorities, rootCertificates.join('\n'));
  const bare = { PATH: process.env['PATH'] ?? '', TMPDIR: folder };
  const environment = {
    ...bare,
    PLUGIN_CLIENT_CERT: new X509Certificate(createCertificate().der).toString(),
    ...cookie,
    ...(extraAuthorities && { NODE_EXTRA_CA_CERTS: authorities }),
  };
  const providers = subjects.flatMap(({ name, label, executable }) =>
    executable === undefined ? [] : [{ subject: name, label, run: () => handshake(executable, environment) }],
  );
  // The launcher recognises Terraform by its name.
  process.title = 'terraform';
  const contenders = [{ subject: 'node', label: 'node -e 0', run: () => bareNode(bare) }, ...providers];
  try {
    return conclude(chosen, contenders, await interleave(contenders, rounds, say));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function handshake(executable: string, env: Record<string, string>): Promise<number> {
  const started = performance.now();
  const child = spawn(executable, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const first = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  const elapsed = performance.now() - started;
  child.kill('SIGKILL');
  await ended;
  if (first === undefined) throw new Error(`${executable} ended before its handshake line.`);
  return elapsed;
}

/** The smallest program of Node.js. */
async function bareNode(env: Record<string, string>): Promise<number> {
  const started = performance.now();
  const [code]: unknown[] = await once(
    spawn(process.execPath, ['-e', '0'], { env, stdio: 'ignore' }),
    'exit',
  );
  if (code !== 0) throw new Error(`node -e 0 ended with ${code}.`);
  return performance.now() - started;
}
