import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * Leaves a file alone that is right already, and replaces any other in one step: a Terraform that runs beside
 * the synthesis must never see half a file, nor one that changed without need.
 *
 * @internal
 */
export function writeIfChanged(file: string, content: Buffer): void {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(content)) return;
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, `.${path.basename(file)}.${process.pid}`);
  try {
    fs.writeFileSync(unfinished, content);
    fs.renameSync(unfinished, file);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}
