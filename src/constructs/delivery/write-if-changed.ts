import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * Writes a file atomically, and only if its content differs: a concurrent Terraform must never see an incomplete
 * file, or an unnecessary change.
 *
 * @param twin a file with the same content, to be hard-linked
 * @internal
 */
export function writeIfChanged(file: string, content: Buffer, twin?: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(content)) return;
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, `.${path.basename(file)}.${process.pid}`);
  try {
    if (twin === undefined || !isLinked(twin, unfinished)) fs.writeFileSync(unfinished, content);
    fs.renameSync(unfinished, file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}

/** Some file systems do not support hard links. */
function isLinked(file: string, name: string): boolean {
  try {
    fs.linkSync(file, name);
    return true;
  } catch {
    // A killed process may have left this name, as a link to a file in use: do not write to it.
    fs.rmSync(name, { force: true });
    return false;
  }
}
