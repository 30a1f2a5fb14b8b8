import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';

interface Source {
  /** Module in Go's proxy, at a version. */
  readonly module: string;
  readonly version: string;
  /** Package of the program. Default: that of the module. */
  readonly main?: string;
  /** Files whose lines with this text are left out. */
  readonly leftOut?: Readonly<Record<string, RegExp>>;
}

const terraform = 'github.com/hashicorp/terraform';
const backends = 'internal/backend/init/init.go';
/** What most of the time goes into: the libraries of the clouds. No test has a state there. */
const clouds = { [backends]: /backend(?:Azure|Consul|Cos|GCS|Kubernetes|OSS|S3)\b/ };

/** The programs of `npm run test:all` that are in no package of npm, each by its name and version. */
export const sources = {
  /** The oldest that the provider supports. */
  'terraform-1.8.5': { module: terraform, version: '1.8.5', leftOut: clouds },
  /** It replaces modules of its backends by folders that it does not contain. */
  'terraform-1.15.9': {
    module: terraform,
    version: '1.15.9',
    leftOut: {
      'go.mod': /\/internal\/(?:backend\/remote-state\/\w+|legacy)\b/,
      [backends]: /backend(?:Azure|Consul|Cos|GCS|Kubernetes|OCI|OSS|Pg|S3)\b/,
    },
  },
  'tofu-1.12.6': {
    module: 'github.com/opentofu/opentofu',
    version: '1.12.6',
    main: './cmd/tofu',
    leftOut: clouds,
  },
  'conftest-0.71.1': { module: 'github.com/open-policy-agent/conftest', version: '0.71.1' },
  'tfplugindocs-0.25.0': {
    module: 'github.com/hashicorp/terraform-plugin-docs',
    version: '0.25.0',
    main: './cmd/tfplugindocs',
  },
} as const satisfies Readonly<Record<string, Source>>;

/** Compiles a program with Go, once. Returns undefined, and says why, if that is not possible here. */
export async function compiledProgram(name: keyof typeof sources): Promise<string | undefined> {
  const program = resolve('.cache', name, name.replace(/-.*/, ''));
  if (existsSync(program)) return program;
  try {
    await compile(sources[name], program);
    return program;
  } catch (error) {
    console.log(`Go compiles no ${name} here. ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}

/** `go install` refuses a module with replacements, so this builds in a copy of the module. */
async function compile(
  { module, version, main = '.', leftOut = {} }: Source,
  program: string,
): Promise<void> {
  const { stdout } = await execa('go', ['mod', 'download', '-json', `${module}@v${version}`]);
  const source = join(dirname(program), 'source');
  await mkdir(source, { recursive: true });
  await cp(JSON.parse(stdout).Dir, source, { recursive: true });
  // Files of Go's cache may not be written.
  for (const name of await readdir(source, { recursive: true })) await chmod(join(source, name), 0o755);
  for (const [file, lines] of Object.entries(leftOut)) {
    const kept = readFileSync(join(source, file), 'utf8').split('\n');
    writeFileSync(join(source, file), kept.filter(line => !lines.test(line)).join('\n'));
  }
  const flags = ['-mod=mod', `-ldflags=-X ${module}/version.dev=no`];
  await execa('go', ['build', ...flags, '-o', program, main], { cwd: source });
  await rm(source, { recursive: true });
}
