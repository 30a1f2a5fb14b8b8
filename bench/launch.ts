import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { createCertificate } from '../src/plugin/go-plugin/certificate';
import type { LaunchCase } from './cases';
import { type Contender, conclude, interleave, type Rounds } from './interleave';
import type { Progress } from './progress';
import type { CaseResult } from './results';
import type { Subject } from './subjects';

/** Variables that go-plugin sets. Terraform uses this library to launch providers. */
const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
};

/**
 * Measures launches. The floor is a bare `node` without NODE_EXTRA_CA_CERTS, even if the shell of the bench has
 * set it: Node.js reads that file at its start, and a launcher can avoid this.
 */
export async function runLaunchCase(
  chosen: LaunchCase,
  subjects: readonly Subject[],
  rounds: Rounds,
  say: Progress,
): Promise<CaseResult> {
  const launcher = new Launcher();
  const { extraAuthorities } = chosen;
  const bare: Contender = {
    subject: 'node',
    label: extraAuthorities ? 'node -e 0, unset for it' : 'node -e 0',
    run: () => launcher.bareNode({ extraAuthorities: false }),
  };
  const slowed: Contender = {
    subject: 'node with it',
    label: 'node -e 0, set for it',
    run: () => launcher.bareNode({ extraAuthorities: true }),
  };
  const providers = subjects.flatMap(({ name, label, executable }) =>
    executable === undefined
      ? []
      : [{ subject: name, label, run: () => launcher.handshake(executable, { extraAuthorities }) }],
  );
  const contenders = [bare, ...(extraAuthorities ? [slowed] : []), ...providers];
  try {
    return conclude(chosen, contenders, await interleave(contenders, rounds, say));
  } finally {
    launcher.dispose();
  }
}

interface Authorities {
  /** True if NODE_EXTRA_CA_CERTS names a bundle as large as an operating system's. */
  readonly extraAuthorities: boolean;
}

/** Launches programs, with a temporary folder for their sockets. */
class Launcher {
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  readonly #certificate = new X509Certificate(createCertificate().der).toString();
  readonly #authorities = join(this.#folder, 'authorities.pem');

  constructor() {
    writeFileSync(this.#authorities, rootCertificates.join('\n'));
  }

  /** Milliseconds from spawn to the handshake line, for which Terraform waits. */
  handshake(executable: string, authorities: Authorities): Promise<number> {
    return this.#measure(executable, [], this.#environment(authorities), 'first output');
  }

  /** Milliseconds of the smallest Node.js program: `node -e 0`. */
  bareNode(authorities: Authorities): Promise<number> {
    return this.#measure(process.execPath, ['-e', '0'], this.#environment(authorities), 'exit');
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #environment({ extraAuthorities }: Authorities): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: this.#folder,
      PLUGIN_CLIENT_CERT: this.#certificate,
      // The launcher recognises Terraform by its name; the bench has another. No earlier launch waits in this
      // folder.
      SVC_STAY: 'yes',
      ...cookie,
      ...(extraAuthorities && { NODE_EXTRA_CA_CERTS: this.#authorities }),
    };
  }

  #measure(
    command: string,
    parameters: readonly string[],
    environment: Record<string, string>,
    until: 'first output' | 'exit',
  ): Promise<number> {
    return new Promise((resolve, reject) => {
      const started = performance.now();
      const child = spawn(command, parameters, { env: environment, stdio: ['ignore', 'pipe', 'ignore'] });
      let elapsed: number | undefined;
      child.once('error', reject);
      child.stdout.once('data', () => {
        elapsed = performance.now() - started;
        child.kill('SIGKILL');
      });
      child.once('exit', code => {
        if (until === 'exit' && code === 0) resolve(performance.now() - started);
        else if (until === 'first output' && elapsed !== undefined) resolve(elapsed);
        else reject(new Error(`${command} ended with ${code} before its ${until}.`));
      });
    });
  }
}
