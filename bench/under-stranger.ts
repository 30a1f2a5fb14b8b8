import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Returns the path of a Terraform in a PID namespace of its own, whose process 1 has a name that no program knows and reaps
 * as a shell does. Undefined if this user may make no namespace.
 */
export function terraformUnderStranger(binary: string): string | undefined {
  const folder = resolve('dist/bench');
  const unshare = ['--pid', '--fork', '--kill-child', '--mount-proc'];
  try {
    execFileSync('unshare', [...unshare, 'true'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  mkdirSync(folder, { recursive: true });
  const script = (name: string, text: string) =>
    writeFileSync(`${folder}/${name}`, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  script('a-stranger', '"$@"; exit $?');
  script('terraform', `exec unshare ${unshare.join(' ')} '${folder}/a-stranger' '${binary}' "$@"`);
  return `${folder}/terraform`;
}
