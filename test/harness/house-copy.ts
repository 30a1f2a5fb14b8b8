import { existsSync, mkdtempSync } from 'node:fs';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';

/** A listing of a page: a whole new file, or lines that are added to one. */
export interface Listing {
  readonly path: string;
  readonly text: string;
  readonly isChange: boolean;
}

/** The code blocks of a text that name a file in their first line; the language `diff` means a change of it. */
export function listingsIn(text: string): readonly Listing[] {
  const blocks = text.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms);
  return [...blocks].map(([, language, path = '', text = '']) => ({
    path,
    text,
    isChange: language === 'diff',
  }));
}

/** A copy of the repository as it stands, to change and to run commands in. */
export class HouseCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-house-'));

  async fill(): Promise<void> {
    const { stdout } = await execa('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
    // A file that is deleted and not committed yet is still listed.
    const paths = [...new Set(stdout.split('\0'))].filter(path => path !== '' && existsSync(path));
    for (const path of paths) {
      await mkdir(dirname(join(this.folder, path)), { recursive: true });
      await cp(path, join(this.folder, path));
    }
    await symlink(resolve('node_modules'), join(this.folder, 'node_modules'));
    // Some tests ask git which files there are.
    await execa('git', ['init', '--quiet', this.folder]);
  }

  async write({ path, text, isChange }: Listing): Promise<void> {
    const file = join(this.folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, isChange ? changed(await readFile(file, 'utf8'), text, path) : text);
  }

  /** Undoes what a listing has written. */
  async leaveOut({ path, isChange }: Listing): Promise<void> {
    const file = join(this.folder, path);
    await (isChange ? cp(path, file) : rm(file));
  }

  /**
   * Runs a tool of the dependencies, and gives what it said.
   * @throws {Error} with all that it said, when it fails
   */
  async run(tool: string, ...parameters: readonly string[]): Promise<string> {
    const command = join(this.folder, 'node_modules', '.bin', tool);
    const settings = { cwd: this.folder, env: cleanEnvironment(), extendEnv: false };
    return (await execa(command, parameters, settings)).stdout;
  }

  async dispose(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Without what this run of vitest tells its own workers, and what is about other packages than those that the copy builds.
 * The copy's tests run beside others, and each worker more loads the same modules again.
 */
function cleanEnvironment(): Record<string, string | undefined> {
  const entries = Object.entries(process.env);
  const kept = entries.filter(
    ([name]) => !/^(VITEST|VITE_|NODE_OPTIONS|FORCE_COLOR|TERRAFORM_BINARIES)/.test(name),
  );
  return { ...Object.fromEntries(kept), NO_COLOR: '1', VITEST_MAX_WORKERS: '1' };
}

/** Replaces the lines without a plus by those without a minus. */
function changed(text: string, change: string, path: string): string {
  const lines = change.trimEnd().split('\n');
  const without = (sign: string) =>
    lines.filter(line => !line.startsWith(sign)).map(line => `${line.slice(1)}\n`);
  const [before, after] = [without('+').join(''), without('-').join('')];
  if (!text.includes(before)) throw new Error(`${path} does not have these lines of the listing:\n${before}`);
  return text.replace(before, () => after);
}
