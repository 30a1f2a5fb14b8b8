import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { foundTerraform } from '../harness/terraform/found-terraform';

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
