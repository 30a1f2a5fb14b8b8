import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { findTerraform } from '../../src/cli/terraform-binary';

/** Whether this user may make PID namespaces, which takes root or a kernel that lets everybody. */
export const mayMakeNamespaces = (() => {
  try {
    execFileSync('unshare', ['--pid', '--fork', '--mount-proc', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('SKIPPED: unshare --pid is not permitted here, so nothing is tested in PID namespaces.');
    return false;
  }
})();

/** A folder that goes when the test ends. */
export async function temporaryFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * An executable that runs Terraform in a PID namespace of its own, as a container does. Process numbers begin at 1
 * there, so the Terraforms of two namespaces have the same number.
 *
 * @param script what process 1 runs; "$@" is Terraform's command
 */
export async function terraformInNamespace(script = '"$@"; exit $?'): Promise<string> {
  const terraform = await findTerraform({ environment: process.env });
  const path = join(await temporaryFolder('namespace-'), 'terraform');
  const command = `exec unshare --pid --fork --mount-proc --kill-child /bin/sh -c '${script}' sh '${terraform.path}' "$@"`;
  await writeFile(path, `#!/bin/sh\n${command}\n`);
  await chmod(path, 0o755);
  return path;
}
