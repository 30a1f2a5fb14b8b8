import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { execa } from 'execa';
import { Place } from '../package/check/place';

const repository = join(__dirname, '..', '..');

export type Project = ReturnType<typeof demoProject>;

/**
 * Makes a cdktf project in a temporary folder that runs `examples/typescript` unchanged. State, cdktf.out and caches stay in
 * that folder. Its commands have none of the user's Terraform, cdktf and SVC settings, and another home folder.
 *
 * @param variables of the stack and the provider: SVC_… and TF_VAR_…, and TERRAFORM_BINARY_NAME
 */
export function demoProject(variables: Readonly<Record<string, string>>) {
  const place = new Place(variables);
  const loader = pathToFileURL(require.resolve('tsx')).href;
  const program = join(repository, 'examples', 'typescript', 'main.ts');
  const app = `"${process.execPath}" --import "${loader}" "${program}"`;
  const projectId = '0d8c2f3e-3c0e-4a53-8a52-6b1d6f6f3d11';
  const manifest = { language: 'typescript', app, projectId, sendCrashReports: 'false' };
  writeFileSync(place.path('cdktf.json'), JSON.stringify(manifest));
  const settings = { cwd: place.folder, env: place.environment, extendEnv: false, stdin: 'ignore' } as const;
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
      const plan = place.path('cdktf.out', 'stacks', 'security-operations', 'plan');
      const command = [process.execPath, join(repository, 'dist', 'cli.cjs'), 'report', plan];
      return place.run([...command, ...parameters]);
    },
  };
}
