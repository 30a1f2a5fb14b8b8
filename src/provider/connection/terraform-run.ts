import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type CommandMode, parseCommand } from './terraform-command';

/** The run of Terraform that this launch belongs to. */
export interface TerraformRun {
  readonly mode: CommandMode;
  /** `neither`: a walk without creates. It destroys, or only refreshes. */
  readonly walk: 'plan' | 'apply' | 'neither';
  /** False for a command with `-refresh=false` that plans: what it plans is the work of no clock. */
  readonly plansByTime: boolean;
  /**
   * Records that this launch has planned a create: the next launch of the same Terraform applies it. False if it cannot: that
   * launch then takes itself for one that plans.
   */
  notePlanned(): boolean;
}

/**
 * No call of the protocol tells the walk that plans from the one that applies, and only the former may refuse a create
 * (decision 8). A command line tells it of `plan`, and of the apply of a saved plan. An `apply` without one does both, so its
 * planning launch leaves the start time of Terraform, and the platform, in a file of this run in the data directory.
 * @param platform tells the provider blocks of one Terraform apart that use two platforms
 */
export async function describeRun(environment: NodeJS.ProcessEnv, platform: string): Promise<TerraformRun> {
  // The launcher runs between Terraform and the provider, so it passes Terraform's id (scripts/build/launcher.sh).
  const pid = Number(environment['SVC_TERRAFORM'] ?? process.ppid);
  const { started, words } = await describeProcess(pid);
  const isFile = (file: string) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const { name, mode, hasPlanFile, refreshes } = parseCommand(
    words,
    environment,
    isLinux ? undefined : isFile,
  );
  const folder = resolve(environment['TF_DATA_DIR'] || '.terraform');
  const terraform = `${started} ${platform}`;
  const doesBoth = (name === 'apply' || name === 'test') && !hasPlanFile;
  const isPlanning = !hasPlanFile && !(doesBoth && linesOf(noteOf(folder, pid)).includes(terraform));
  let isNoted = !doesBoth;
  return {
    mode,
    walk: mode === 'normal' ? (isPlanning ? 'plan' : 'apply') : 'neither',
    plansByTime: refreshes || hasPlanFile,
    notePlanned() {
      isNoted ||= append(folder, pid, terraform);
      return isNoted;
    },
  };
}

const isLinux = process.platform === 'linux';

/** Start time in the system's own format, for comparison only, and command line. */
async function describeProcess(pid: number): Promise<{ started: string; words: readonly string[] }> {
  if (isLinux) {
    // Field 22 (proc_pid_stat(5)). Field 2 may contain any character. If the plugin's reader were shared, the bundler would put it
    // into a file of its own, which each start would load before the handshake.
    const [, started = ''] = /^.*\) (?:\S+ ){19}(\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
    return { started, words: read(`/proc/${pid}/cmdline`).replace(/\0$/, '').split('\0') };
  }
  // Loaded on demand: otherwise every plan would pay for it.
  const { execFile } = await import('node:child_process');
  const column = (name: string) =>
    promisify(execFile)('ps', ['-o', `${name}=`, '-p', `${pid}`]).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    );
  return { started: await column('lstart'), words: (await column('args')).split(/\s+/) };
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const linesOf = (file: string) => read(file).split('\n');

const noteOf = (folder: string, pid: number | string) => join(folder, `svc-planned.${pid}`);

/** Another provider block of this run may append at the same time. The notes of processes that are gone are removed. */
function append(folder: string, pid: number, line: string): boolean {
  try {
    mkdirSync(folder, { recursive: true });
    appendFileSync(noteOf(folder, pid), `\n${line}`, { mode: 0o600 });
    for (const name of readdirSync(folder)) {
      const [, other] = /^svc-planned\.(\d+)$/.exec(name) ?? [];
      if (other !== undefined && isGone(Number(other))) rmSync(noteOf(folder, other), { force: true });
    }
  } catch {
    // What remains of another user's run harms nothing.
  }
  return linesOf(noteOf(folder, pid)).includes(line);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
