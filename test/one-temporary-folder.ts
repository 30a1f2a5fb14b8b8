import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Vitest calls this before it starts workers, once for each project. The first call makes one temporary folder for the
 * whole run, which vitest deletes at the end. Workers and their programs inherit it: vitest ends workers by a signal, and
 * cdktf's Testing leaves a folder behind for every app. The name is short, because paths of sockets are.
 */
export default function oneTemporaryFolder(): (() => void) | undefined {
  if (process.env['SVC_TEST_FOLDER'] !== undefined) return;
  const folder = mkdtempSync(join(tmpdir(), 't-'));
  // PostgreSQL, which refuses to run as root, has to pass through it.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = process.env['SVC_TEST_FOLDER'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
