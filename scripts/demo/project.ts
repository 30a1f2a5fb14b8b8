import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { temporaryFolder } from '../package/temporary-folder';

const repository = join(__dirname, '..', '..');

export type Project = ReturnType<typeof demoProject>;

/**
 * Makes a cdktf project in a temporary folder that runs `examples/typescript` unchanged. State, cdktf.out and caches stay in
 * that folder. Its commands have none of the user's Terraform, cdktf and SVC settings, and another home folder.
 *
 * @param terraform path of terraform or tofu
 * @param variables of the stack and the provider: SVC_… and TF_VAR_…
 */
export function demoProject(terraform: string, variables: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder(tmpdir(), 'svc-demo-');
  for (const folder of ['home', 'tmp']) mkdirSync(join(cwd, folder));
  const loader = pathToFileURL(require.resolve('tsx')).href;
  const program = join(repository, 'examples', 'typescript', 'main.ts');
  const app = `node --import "${loader}" "${program}"`;
  const projectId = '0d8c2f3e-3c0e-4a53-8a52-6b1d6f6f3d11';
  const manifest = { language: 'typescript', app, projectId, sendCrashReports: 'false' };
  writeFileSync(join(cwd, 'cdktf.json'), JSON.stringify(manifest));
  writeFileSync(join(cwd, 'terraform.rc'), '');
  const env = {
    PATH: [dirname(process.execPath), process.env['PATH'] ?? ''].join(delimiter),
    HOME: join(cwd, 'home'),
    TMPDIR: join(cwd, 'tmp'),
    TERRAFORM_BINARY_NAME: terraform,
    TF_CLI_CONFIG_FILE: join(cwd, 'terraform.rc'),
    CHECKPOINT_DISABLE: '1',
    // With CI set, cdktf prints lines instead of an animation.
    CI: '1',
    ...variables,
  };
  const settings = { cwd, env, extendEnv: false, stdin: 'ignore' } as const;
  return {
    /** Runs cdktf, and returns its output. Prints the lines that match. */
    async cdktf(parameters: readonly string[], shown: RegExp): Promise<string> {
      console.log(`    $ cdktf ${parameters.join(' ')}`);
      const command = join(repository, 'node_modules', '.bin', 'cdktf');
      const child = execa(command, parameters, { ...settings, all: true });
      if (child.all)
        createInterface({ input: child.all }).on('line', line => {
          if (shown.test(line)) console.log(`    ${stripVTControlCharacters(line).trimEnd()}`);
        });
      return stripVTControlCharacters((await child).all ?? '');
    },
    /** Runs our command `report` on the plan of the last `cdktf diff`. */
    async report(...parameters: readonly string[]): Promise<string> {
      const plan = join(cwd, 'cdktf.out', 'stacks', 'security-operations', 'plan');
      const command = [join(repository, 'dist', 'cli.cjs'), 'report', plan, ...parameters];
      return (await execa(process.execPath, command, settings)).stdout;
    },
  };
}
