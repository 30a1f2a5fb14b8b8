import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type CommandMode, parseCommand } from './terraform-command';

/** The run of Terraform that this process serves. */
export interface TerraformRun {
  readonly mode: CommandMode;
  /** `neither`: a walk without creates. It destroys, or only refreshes. */
  readonly walk: 'plan' | 'apply' | 'neither';
  /** Records that this process has planned a create: the next process of the same Terraform applies it. */
  notePlanned(): void;
}

/**
 * No call of the protocol tells the walk that plans from the one that applies, and only the former may refuse a create
 * (decision 8). A command line tells it of `plan`, and of the apply of a saved plan. An `apply` without one does both, so its
 * planning process leaves the number and start time of Terraform, and the platform, in the data directory.
 * @param platform tells the provider blocks of one Terraform apart that use two platforms
 */
export async function describeRun(environment: NodeJS.ProcessEnv, platform: string): Promise<TerraformRun> {
  // The launcher runs between Terraform and the provider, so it passes Terraform's id (scripts/build/launcher.sh).
  const pid = Number(environment['SVC_TERRAFORM'] ?? process.ppid);
  const { started, words } = await describeProcess(pid);
  const { name, mode, hasPlanFile } = parseCommand(words, environment);
  const file = resolve(environment['TF_DATA_DIR'] || '.terraform', 'svc-planned');
  const terraform = `${pid} ${started} ${platform}`;
  const doesBoth = (name === 'apply' || name === 'test') && !hasPlanFile && started !== '';
  const isPlanning = !hasPlanFile && !(doesBoth && linesOf(file).includes(terraform));
  let isNoted = !doesBoth;
  return {
    mode,
    walk: mode === 'normal' ? (isPlanning ? 'plan' : 'apply') : 'neither',
    notePlanned() {
      if (!isNoted) append(file, terraform);
      isNoted = true;
    },
  };
}

/** Start time in the system's own format, for comparison only, and command line. */
async function describeProcess(pid: number): Promise<{ started: string; words: readonly string[] }> {
  if (process.platform === 'linux') {
    // Field 22 (proc_pid_stat(5)). Field 2 may contain any character. If the plugin's reader were shared, the bundler would put it
    // into a file of its own, which each start would load before the handshake.
    const [, started = ''] = /^.*\) (?:\S+ ){19}(\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
    return { started, words: read(`/proc/${pid}/cmdline`).replace(/\0$/, '').split('\0') };
  }
  // Loaded on demand: otherwise every plan would pay for them.
  const [{ execFile }, { promisify }] = await Promise.all([
    import('node:child_process'),
    import('node:util'),
  ]);
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

/**
 * Another provider block, or another Terraform in the same folder, may append at the same time. If the note cannot be
 * written, the apply takes itself for a plan, and refuses beside an equal object.
 */
function append(file: string, line: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `\n${line}`, { mode: 0o600 });
  } catch {
    // See above.
  }
}
