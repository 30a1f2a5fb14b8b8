import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * Leaves a file alone that is right already, and replaces any other in one step: a Terraform that runs beside
 * the synthesis must never see half a file, nor one that changed without need.
 *
 * @param twin a file that has this content already, to share one copy with
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

/** Not every file system can give a file two names. */
function isLinked(file: string, name: string): boolean {
  try {
    fs.linkSync(file, name);
    return true;
  } catch {
    // Left behind by a process that was killed, it may be another name of a file in use: not to be written into.
    fs.rmSync(name, { force: true });
    return false;
  }
}
