import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A listing of a page: a whole new file, or lines that are added to one. */
export interface Listing {
  readonly path: string;
  readonly text: string;
  readonly isChange: boolean;
}

/** The code blocks of a page whose first line names a file: ```` ```ts src/a.ts ````, or `diff` for a change. */
export function listingsIn(page: string): readonly Listing[] {
  return [...page.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, language, path = '', text = '']) => ({
    path,
    text,
    isChange: language === 'diff',
  }));
}

/** A copy of the repository as it stands, to change and to run commands in. */
export class HouseCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'svc-house-'));

  constructor() {
    const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      encoding: 'utf8',
    });
    for (const path of new Set(listed.split('\0').filter(isNeeded))) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      // A file that is deleted and not committed yet is still listed.
      cpSync(path, join(this.folder, path), { force: true, errorOnExist: false });
    }
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
  }

  write({ path, text, isChange }: Listing): void {
    const file = join(this.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, isChange ? changed(readFileSync(file, 'utf8'), text, path) : text);
  }

  read(path: string): string {
    return readFileSync(join(this.folder, path), 'utf8');
  }

  remove(path: string): void {
    rmSync(join(this.folder, path));
  }

  /** @throws {Error} with all that it said, when it fails */
  run(command: string, ...parameters: readonly string[]): void {
    const { NODE_OPTIONS: _, ...environment } = process.env;
    try {
      execFileSync(command, parameters, { cwd: this.folder, env: environment, stdio: 'pipe', encoding: 'utf8' });
    } catch (error) {
      const said = error instanceof Error && 'stdout' in error && 'stderr' in error ? error : undefined;
      throw new Error(`${command} ${parameters.join(' ')} failed:\n${said?.stdout}\n${said?.stderr}`);
    }
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const isNeeded = (path: string) => path !== '' && !path.startsWith('bench/results/');

/** Adds the lines with a plus before the line that stands without one. */
function changed(text: string, change: string, path: string): string {
  const lines = change.trimEnd().split('\n');
  const marked = (sign: string) => lines.filter(line => line.startsWith(sign)).map(line => `${line.slice(1)}\n`);
  const [added, kept] = [marked('+').join(''), marked(' ').join('')];
  if (!text.includes(kept)) throw new Error(`${path} does not have the line that the listing shows:\n${kept}`);
  return text.replace(kept, () => added + kept);
}
