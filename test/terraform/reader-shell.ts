import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { npxProject } from '../harness/environment/npx-project';
import { foundTerraform } from '../harness/terraform/found-terraform';

/** npx itself takes longer than what it starts. README and from-hcl.md are followed with it. */
const npx = 'npx() { [ "$1" = --no ] && shift && "node_modules/.bin/$@"; }';

/**
 * The empty folder and the shell of a reader who follows a page. `terraform` is the binary under test. Variables that a
 * listing exports stay set for the listings after it. The sandbox of the folder ends with the test.
 */
export async function readerShell() {
  const { path: binary, product } = await foundTerraform();
  // A page that needs another host than this one fails.
  const settings = { TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1', HTTPS_PROXY: 'http://127.0.0.1:9' };
  const { folder, run } = await npxProject(settings);
  await symlink(binary, path.join(folder, 'node_modules/.bin', product));
  const terraform = `terraform() { '${binary}' "$@" -no-color; }`;
  onTestFinished(async () => void (await run('node_modules/.bin/cdktf-provider-svc sandbox --stop')));
  /** Runs a listing, successful or not. */
  const attempt = (listing: string) =>
    run(
      `set -eo pipefail; [ ! -f exported ] || . ./exported\n${terraform}\n${npx}\n${listing}\nexport -p > exported`,
    );
  /** Runs a listing that must succeed, and returns its output. */
  const shell = async (listing: string): Promise<string> => {
    const { code, stdout, stderr } = await attempt(listing);
    expect(code, stdout + stderr).toBe(0);
    return stdout;
  };
  return { folder, shell, attempt };
}
