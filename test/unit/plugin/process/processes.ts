import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { identify, type ProcessIdentity } from '../../../../src/plugin/process/process-identity';

/** A process as launchers and waiting processes write it down. */
export const recordOf = ({ pid, started }: ProcessIdentity) => `${pid} ${started}\n`;

export function known(pid: number): ProcessIdentity {
  const identity = identify(pid);
  if (identity === undefined) throw new Error(`No process ${pid}.`);
  return identity;
}

/** A child of this process, which runs until the test has finished. */
export async function child(name = 'child'): Promise<ProcessIdentity> {
  const script = 'printf %s "$0" > /proc/$$/comm; echo; exec 1>&-; read -r _';
  const started = spawn('/bin/sh', ['-c', script, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void started.kill('SIGKILL'));
  await once(started.stdout, 'data');
  return known(started.pid ?? 0);
}
