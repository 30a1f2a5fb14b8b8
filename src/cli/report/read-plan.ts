import { isAscii } from 'node:buffer';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { type Plan, parsePlan } from '../../report/plan/plan';
import { planUnreadable } from '../../report/plan/plan-unreadable';
import {
  findTerraform,
  longestText,
  productOf,
  showJson,
  terraformPath,
  withoutNotices,
} from '../terraform-binary';

/**
 * @param file a saved plan, the JSON of `terraform show -json`, or `-` for JSON from standard input
 * @throws {Error} that repeats nothing of the plan
 */
export async function readPlan(file: string): Promise<Plan> {
  return parsePlan(withoutNotices(await jsonOf(file)));
}

async function jsonOf(file: string): Promise<string> {
  if (file === '-') return readInput();
  const path = resolve(file);
  const size = await sizeOf(path);
  // A pipe, such as `<(terraform show -json plan)`, can be read once and not from a place.
  if (size === undefined) return readFile(path, 'utf8');
  if (size === 0) throw planUnreadable('empty');
  if (size > longestText) throw planUnreadable('huge');
  const start = await startOf(path);
  if (!isSavedPlan(start) && !isEncrypted(start)) {
    if (!/^(?:\xef\xbb\xbf)?\s*[{[]/m.test(start)) throw planUnreadable('no JSON');
    // Bytes at once: `readFile` of promises makes many small reads, and decoding each piece takes longer.
    const bytes = readFileSync(path);
    // Most plans. Decoding such a text as UTF-8 takes four times as long.
    return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  }
  const preferred = isEncrypted(start) ? 'tofu' : productOf(folderOf(path));
  if (isEncrypted(start) && (await findTerraform(preferred)).product !== 'tofu')
    throw planUnreadable('encrypted');
  return showJson(await terraformPath(preferred), folderOf(path), { plan: path });
}

async function readInput(): Promise<string> {
  let text: string;
  try {
    text = await textOf(process.stdin);
  } catch {
    throw planUnreadable('huge');
  }
  if (isSavedPlan(text)) throw planUnreadable('saved');
  return text;
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

/** OpenTofu encrypts a saved plan as JSON. Its own `show` reads it, where the key is configured. */
const isEncrypted = (start: string) =>
  !start.includes('"format_version"') &&
  (start.includes('"encrypted_data"') || start.includes('"encryption_version"'));

/** Terraform reads a saved plan with the providers of its configuration: those of the plan’s folder, or of this one. */
function folderOf(path: string): string {
  const folder = dirname(path);
  return existsSync(join(folder, '.terraform')) ? folder : process.cwd();
}

/**
 * Returns the name of the cdktf stack whose plan this is: `cdktf.out/stacks/NAME/plan`, also behind a link. Standard input
 * names none: its plan may be of any stack.
 */
export function stackOf(file: string): string | undefined {
  if (file === '-') return undefined;
  const path = resolve(file);
  const folder = dirname(existsSync(path) ? realpathSync(path) : path);
  const isSynthesized = ['cdk.tf.json', 'cdk.tf'].some(name => existsSync(join(folder, name)));
  return isSynthesized && basename(dirname(folder)) === 'stacks' ? basename(folder) : undefined;
}
