import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

let prepared: string | undefined;

/** PATH with all its programs except Node.js, as on a runner that has none. Made once in each worker. */
export function pathWithoutNode(): string {
  prepared ??= (process.env['PATH'] ?? '')
    .split(delimiter)
    .map(folder => (existsSync(join(folder, 'node')) ? copyWithoutNode(folder) : folder))
    .join(delimiter);
  return prepared;
}

function copyWithoutNode(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-path-'));
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
  const others = readdirSync(folder).filter(name => !/^(?:node|nodejs)$/.test(name));
  for (const name of others) symlinkSync(join(folder, name), join(copy, name));
  return copy;
}
