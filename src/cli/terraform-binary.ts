import { type ExecFileOptions, execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { shellWord } from '../client/redaction/shell-word';

export interface TerraformBinary {
  /** Absolute path. Symbolic links stay unresolved: some installers depend on the name. */
  readonly path: string;
  readonly product: 'terraform' | 'tofu';
  /** Version that the executable reports, for example `1.11.4`. */
  readonly version: string;
}

/** Returns the product that has initialized a folder: OpenTofu locks providers of its own registry. */
export function productOf(folder: string): TerraformBinary['product'] {
  const lock = join(folder, '.terraform.lock.hcl');
  return existsSync(lock) && readFileSync(lock, 'utf8').includes('"registry.opentofu.org/')
    ? 'tofu'
    : 'terraform';
}

/** No Terraform is named, and none is on PATH. */
export class TerraformNotFound extends Error {
  override readonly name = 'TerraformNotFound';
}

/**
 * Returns the path of the executable to run: TERRAFORM_BINARY_NAME as in cdktf, else `terraform`, else `tofu` on PATH.
 *
 * @param preferred product to take from PATH if both are there
 * @throws TerraformNotFound
 */
export async function terraformPath(preferred?: TerraformBinary['product']): Promise<string> {
  const named = process.env['TERRAFORM_BINARY_NAME'];
  if (named) {
    const path = await locate(named);
    if (path === undefined) throw new Error(namedButMissing(named));
    return path;
  }
  for (const name of preferred === 'tofu' ? ['tofu', 'terraform'] : ['terraform', 'tofu']) {
    const path = await locate(name);
    if (path !== undefined) return path;
  }
  throw new TerraformNotFound(notFound);
}

/** Also starts it once, for what only the program itself can tell. @throws TerraformNotFound */
export async function findTerraform(preferred?: TerraformBinary['product']): Promise<TerraformBinary> {
  return describe(await terraformPath(preferred));
}

async function locate(name: string): Promise<string | undefined> {
  if (isAbsolute(name)) return (await isProgram(name)) ? name : undefined;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const candidate = join(folder, name);
    if (isAbsolute(folder) && (await isProgram(candidate))) return candidate;
  }
  return undefined;
}

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

/** Asks a program what it is. */
export async function describe(path: string): Promise<TerraformBinary> {
  const { stdout } = await runTerraform(path, ['version'], { timeout: 30_000 }).catch(() => ({ stdout: '' }));
  const found = /^(Terraform|OpenTofu) v(\S+)/m.exec(stdout);
  if (found?.[2] === undefined) throw new Error(notTerraform(path));
  return { path, product: found[1] === 'OpenTofu' ? 'tofu' : 'terraform', version: found[2] };
}

/** The longest string of Node.js; anything larger cannot be read. */
export const longestText = 512 * 1024 * 1024 - 64;

/** Runs a command to its end. It does not look for a newer version of itself. */
export function runTerraform(
  path: string,
  parameters: readonly string[],
  options: Pick<ExecFileOptions, 'cwd' | 'env' | 'timeout'> = {},
) {
  const env = { ...(options.env ?? process.env), CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };
  return promisify(execFile)(path, parameters, { ...options, env, maxBuffer: longestText });
}

/**
 * Returns what a command of Terraform printed as JSON, without the notices before it. OpenTofu prints warnings about the
 * CLI configuration on standard output, such as one about a missing file in TF_CLI_CONFIG_FILE (`cmd/tofu/main.go`).
 */
export function withoutNotices(output: string): string {
  const start = output.search(/^\ufeff?[ \t]*[{[]/m);
  return start > 0 ? output.slice(start) : output;
}

/**
 * Returns what `show -json` prints of a saved plan, or else of the state, in a folder that the program has initialized.
 *
 * @throws {Error} that repeats nothing of plan and state, as the words of Terraform may
 */
export async function showJson(
  path: string,
  folder: string,
  { environment, plan = '' }: { readonly environment?: NodeJS.ProcessEnv; readonly plan?: string },
): Promise<string> {
  const file = plan === '' ? [] : [plan];
  const show = runTerraform(path, ['show', '-json', '-no-color', ...file], { cwd: folder, env: environment });
  const { stdout, stderr } = await show.catch(({ stderr = '' }: { stderr?: string }) => ({
    stdout: '',
    stderr,
  }));
  if (stdout.includes('{')) return stdout;
  const [, ofState, ofProvider] =
    /schema version (\d+) for .* does not match version (\d+) from/.exec(stderr) ?? [];
  if (ofState !== undefined) throw new Error(stateOfAnother(folder, Number(ofState) > Number(ofProvider)));
  // Only the words of an error need what it is: that takes another start.
  const { product, version } = await describe(path);
  const command = [path, 'show', ...file].map(shellWord).join(' ');
  throw new Error(
    `\`${product} show -json\` (${version}) failed in ${folder}. A plan and a state need the folder in which they were made, ` +
      'after `init`, and the same program, not an older version: name it in TERRAFORM_BINARY_NAME. A variable that it asks for comes ' +
      'from TF_VAR_NAME, or its file from TF_CLI_ARGS_show=-var-file=FILE. To see why it fails, run:\n\n' +
      `    cd ${shellWord(folder)} && ${command}`,
  );
}

const stateOfAnother = (folder: string, isNewer: boolean) =>
  `The state of ${folder} is of ${isNewer ? 'a newer' : 'an older'} version of a provider than the one that is installed there. ` +
  (isNewer
    ? 'Install that version, and run `init -upgrade` there.'
    : 'Apply once, which upgrades the state.');

const namedButMissing = (name: string) =>
  `TERRAFORM_BINARY_NAME is "${name}", and no such program exists. Set it to the path of terraform ` +
  'or tofu. If it is not set, PATH is searched for them.';

const notTerraform = (path: string) =>
  `${path} does not answer \`version\` as Terraform or OpenTofu does. ` +
  'Set TERRAFORM_BINARY_NAME to the executable that should run.';

const notFound =
  'No Terraform was found: TERRAFORM_BINARY_NAME is not set, and neither terraform nor tofu is on PATH. ' +
  'Install Terraform 1.8 or newer, or OpenTofu, and put it on PATH, or name it in TERRAFORM_BINARY_NAME.';
