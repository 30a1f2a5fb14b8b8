import { execFileSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { type Scenario, type ScenarioOptions, scenario } from '../harness/scenario';
import { foundTerraform } from '../harness/terraform/found-terraform';
import type { Finished } from '../harness/terraform/terraform-process';

/** Whether this user may make PID namespaces: root may, and everybody where the kernel says so. */
export const mayMakeNamespaces = (() => {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** A folder whose name is short enough for the socket of a process that waits. */
export const shortFolder = (prefix: string) => temporaryFolder(tmpdir(), prefix);

/** Process 1, unless given: runs its parameters as a command, and ends as it does. */
const shell = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];

/**
 * An executable that runs Terraform in a PID namespace of its own. Process numbers begin at 1 there, so the Terraforms
 * of two namespaces have the same number.
 */
export async function terraformInNamespace(init: readonly string[] = shell): Promise<string> {
  const terraform = await foundTerraform();
  const unshare = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const words = [...unshare, ...init, terraform.path].map(word => `'${word}'`).join(' ');
  return executable(join(shortFolder('namespace-'), 'terraform'), `exec ${words} "$@"`);
}

export async function executable(path: string, script: string): Promise<string> {
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

/** A Node that counts how often it is started, but for its version. */
export async function countingNode() {
  const folder = shortFolder('counting-node-');
  const [path, tally] = [join(folder, 'node'), join(folder, 'tally')];
  await writeFile(tally, '');
  await executable(
    path,
    `[ "$1" = --version ] || echo started >> '${tally}'\nexec '${process.execPath}' "$@"`,
  );
  const startsDuring = async (work: () => Promise<unknown>) => {
    const before = (await readFile(tally, 'utf8')).length;
    await work();
    return ((await readFile(tally, 'utf8')).length - before) / 'started\n'.length;
  };
  return { path, startsDuring };
}

export interface Listing {
  readonly s: Scenario;
  /** Undefined where the plan succeeds and shows this platform alone. */
  readonly faultOf: (plan: Finished) => string | undefined;
}

/** A configuration that shows the addresses of all endpoints, and a platform whose only endpoint has this address. */
export async function listing(url: string, options: ScenarioOptions): Promise<Listing> {
  const s = await scenario(options);
  await s.behindTheBack(api =>
    api.webhooks.create({ url, events: ['alert.created'], secret: 'not-to-be-seen' }),
  );
  await s.configure(
    'data "svc_webhook_endpoints" "all" {}\n\n' +
      'output "urls" {\n  value = data.svc_webhook_endpoints.all.endpoints[*].url\n}\n',
  );
  return { s, faultOf: plan => faultOf(plan, url) };
}

function faultOf({ code, stdout, stderr }: Finished, url: string): string | undefined {
  const seen = stdout.match(/https:\/\/[^"\s]*\/hook/g) ?? [];
  if (code === 0 && seen.join() === url) return undefined;
  return `ended with ${code}, showed [${seen}] instead of ${url}: ${stderr}`;
}
