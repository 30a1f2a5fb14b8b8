import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { shellWord } from '../../client';
import { type Plan, parsePlan } from '../../report/plan/plan';
import { PlanUnreadable } from '../../report/plan/plan-unreadable';
import { findTerraform, productOf, type TerraformBinary } from '../terraform-binary';
import { withoutNotices } from '../without-notices';

const execute = promisify(execFile);

/** Most bytes of a plan. A text of Node.js has no more. */
const largestPlan = 512 * 1024 * 1024 - 64;

export interface PlanSource {
  /** A saved plan, the JSON of `terraform show -json`, or `-` for JSON from standard input. */
  readonly file: string;
  readonly input: NodeJS.ReadableStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** @throws {Error} that repeats nothing of the plan */
export async function readPlan({ file, input, environment }: PlanSource): Promise<Plan> {
  if (file === '-') return parsePlan(withoutNotices(await readInput(input)));
  const path = resolve(file);
  const size = await sizeOf(path);
  // A pipe, such as `<(terraform show -json plan)`, can be read once and not from a place.
  if (size === undefined) return parsePlan(withoutNotices(await readFile(path, 'utf8')));
  if (size === 0) throw new PlanUnreadable('empty');
  if (size > largestPlan) throw new PlanUnreadable('huge');
  const start = await startOf(path);
  if (isSavedPlan(start)) {
    const preferred = productOf(folderOf(path));
    return parsePlan(await show(path, await findTerraform({ environment, preferred }), environment));
  }
  if (!/^(?:\xef\xbb\xbf)?\s*[{[]/m.test(start)) throw new PlanUnreadable('no JSON');
  // Bytes at once: `readFile` of promises makes many small reads, and decoding each piece takes longer.
  const text = withoutNotices(readFileSync(path).toString('utf8'));
  // OpenTofu encrypts a saved plan as JSON. Its own `show` reads it, where the key is configured.
  if (!isEncrypted(start)) return parsePlan(text);
  return parsePlan(await show(path, await tofu(environment), environment));
}

async function readInput(input: NodeJS.ReadableStream): Promise<string> {
  try {
    return await textOf(input);
  } catch {
    throw new PlanUnreadable('huge');
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw new Error(`There is no file ${path}.`);
  if (found.isDirectory()) throw new Error(`${path} is a folder. Name the plan in it.`);
  return found.isFile() ? found.size : undefined;
}

/** Enough to tell a saved plan from JSON. */
async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A saved plan is a zip archive. */
const isSavedPlan = (start: string) => start.startsWith('PK\u0003\u0004');

const isEncrypted = (start: string) =>
  start.includes('"encrypted_data"') || start.includes('"encryption_version"');

/** Terraform cannot read an encrypted plan. */
async function tofu(environment: PlanSource['environment']): Promise<TerraformBinary> {
  const found = await findTerraform({ environment, preferred: 'tofu' }).catch(() => undefined);
  if (found?.product === 'tofu') return found;
  throw new Error(
    'This plan was made by OpenTofu and is encrypted, and no OpenTofu was found. Put `tofu` on PATH, or name it in ' +
      'TERRAFORM_BINARY_NAME. Or make its JSON where OpenTofu has the key, and report that:\n\n' +
      '    tofu show -json PLAN > plan.json',
  );
}

async function show(
  path: string,
  terraform: TerraformBinary,
  environment: PlanSource['environment'],
): Promise<string> {
  const folder = folderOf(path);
  const options = {
    cwd: folder,
    env: { ...environment, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' },
    maxBuffer: largestPlan,
  };
  try {
    const { stdout } = await execute(terraform.path, ['show', '-json', '-no-color', path], options);
    return withoutNotices(stdout);
  } catch {
    // The command’s own words may repeat a part of the plan.
    throw new Error(
      `\`${terraform.product} show -json\` (${terraform.version}) failed on this plan. It needs the folder in which the plan ` +
        'was made, after `init`, and the same product, not an older version. To see why it fails, run:\n\n' +
        `    cd ${shellWord(folder)} && ${shellWord(terraform.path)} show ${shellWord(path)}`,
    );
  }
}

/** Terraform reads a saved plan with the providers of its configuration: those of the plan’s folder, or of this one. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, '.terraform')) ? folder : process.cwd();
}

/** Returns the name of a cdktf stack whose saved plan this is: `cdktf.out/stacks/NAME/plan`. */
export function stackOf(file: string): string | undefined {
  const folder = dirname(resolve(file));
  return basename(dirname(folder)) === 'stacks' ? basename(folder) : undefined;
}
