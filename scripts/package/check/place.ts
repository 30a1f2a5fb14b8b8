import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve, sep } from 'node:path';
import { execute } from '../execution';
import { clone, hidingTheClone } from './hidden-clone';

export interface Ended {
  /** 127 if the program could not be started, as in shells. */
  readonly code: number;
  readonly output: string;
}

export interface RunOptions {
  /** Default: the place's folder. */
  readonly cwd?: string;
  /** Added to the place's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether it also runs after a signal, because it ends what others have started. */
  readonly isCleanup?: boolean;
}

/**
 * An empty folder outside the clone, with a home of its own, in which a package is tried. Its programs get no variable of
 * this process but the search path and the way to the network, and cannot read the clone where the system can hide it.
 */
export class Place {
  /** What this machine cannot show, a sentence each. */
  readonly skipped: string[] = [];

  private constructor(
    readonly folder: string,
    private readonly environment: Readonly<Record<string, string>>,
    private readonly hiding: readonly string[],
  ) {}

  static async create(): Promise<Place> {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), 'svc-check-'));
    const home = join(folder, 'home');
    const temporary = join(folder, 'tmp');
    for (const path of [home, temporary]) mkdirSync(path);
    const own = {
      HOME: home,
      TMPDIR: temporary,
      npm_config_cache: join(home, '.npm'),
      PIP_CACHE_DIR: join(home, '.pip'),
    };
    const place = new Place(folder, { ...inherited(process.env), ...own, ...quiet }, await hidingTheClone());
    if (place.hiding.length === 0)
      place.skip('the clone is not hidden, because unshare --mount is not permitted');
    return place;
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  get searchPath(): string {
    return this.environment['PATH'] ?? '';
  }

  skip(reason: string): void {
    this.skipped.push(reason);
  }

  /** Runs a command to its end, whatever its exit code. */
  async attempt(command: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const { cwd = this.folder, environment = {}, isCleanup = false } = options;
    const [program = '', ...parameters] = [...this.hiding, ...command];
    const env = { ...this.environment, ...environment };
    const { code, stdout, stderr } = await execute(program, parameters, { cwd, env, isCleanup });
    return { code, output: code === 0 ? stdout : `${stdout}${stderr}` };
  }

  /**
   * Runs a command and returns what it prints to standard output.
   *
   * @throws if its exit code is another one; 0 is expected by default
   */
  async run(
    command: readonly string[],
    options: RunOptions & { readonly code?: number } = {},
  ): Promise<string> {
    const { code: expected = 0 } = options;
    const { code, output } = await this.attempt(command, options);
    if (code === expected) return output;
    throw new Error(
      `${command.join(' ')} ended with ${code} instead of ${expected} in a folder without the clone.\n${output}`,
    );
  }

  /** @throws if a link leads into the clone */
  demandNoLinkIntoTheClone(): void {
    const [found] = linksBelow(this.folder).filter(link => isInClone(targetOf(link)));
    if (found !== undefined) throw new Error(`${found} is a link into the clone.`);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Makes the messages of tools short, and lets Go's cache of modules be deleted. */
const quiet = {
  CHECKPOINT_DISABLE: '1',
  CI: 'true',
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  GOFLAGS: '-mod=mod -modcacherw',
  DOTNET_CLI_TELEMETRY_OPTOUT: '1',
  JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '20',
};

/** The registries, proxies and certificates of this machine belong to the network, not to the clone. */
const ofTheNetwork =
  /proxy$|_cert|^ssl_|_ca_|^npm_config_registry$|^pip_(?:index|extra|find)|^go(?:proxy|sumdb)$/i;

function inherited(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]) =>
    value !== undefined && ofTheNetwork.test(name) ? [[name, value] as const] : [],
  );
  // npm puts the clone's programs in front of the path.
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(folder => !isInClone(resolve(folder)));
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter) };
}

function isInClone(path: string): boolean {
  return path === clone || path.startsWith(clone + sep);
}

function linksBelow(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isSymbolicLink())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** A link to nothing leads nowhere. */
function targetOf(link: string): string {
  try {
    return realpathSync(link);
  } catch {
    return '';
  }
}
