import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '../src/plugin/wire/certificate';

/** What go-plugin, the library that Terraform launches providers with, sets and asks for. */
const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
};

/** Launches programs in a folder of its own for their sockets. */
export class Launcher {
  readonly #folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  readonly #certificate = new X509Certificate(createCertificate(Date.now()).der).toString();
  readonly #authorities = join(this.#folder, 'authorities.pem');

  constructor() {
    writeFileSync(this.#authorities, this.#certificate);
  }

  /** Milliseconds from spawn to the handshake line, as Terraform waits for it. */
  handshake(executable: string, { extraAuthorities }: { extraAuthorities: boolean }): Promise<number> {
    return this.#measure(executable, [], this.#environment(extraAuthorities), 'first output');
  }

  /** Milliseconds of the least that Node can do: `node -e 0`. */
  bareNode(): Promise<number> {
    return this.#measure(process.execPath, ['-e', '0'], this.#environment(false), 'exit');
  }

  dispose(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #environment(extraAuthorities: boolean): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: this.#folder,
      PLUGIN_CLIENT_CERT: this.#certificate,
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
