import { randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';

/** A concurrent Terraform must see no incomplete file, and no needless change. True if it was written. */
export function writeIfChanged(file: string, content: Buffer): boolean {
  if (fs.existsSync(file) && fs.readFileSync(file).equals(content)) return false;
  const folder = path.dirname(file);
  fs.mkdirSync(folder, { recursive: true });
  const unfinished = path.join(folder, `.${path.basename(file)}.${randomUUID()}`);
  try {
    fs.writeFileSync(unfinished, content);
    fs.renameSync(unfinished, file);
    return true;
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}
