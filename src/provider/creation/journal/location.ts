import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface JournalLocation {
  /** Terraform's data directory. */
  readonly data: string;
  /** Folder of all journals of one data directory of Terraform's. */
  readonly folder: string;
  /** Beginning of the names of the files that speak of one workspace and one platform. */
  readonly prefix: string;
}

/**
 * Terraform's data directory: TF_DATA_DIR, or `.terraform` where Terraform runs (Terraform's documentation,
 * "Environment Variables"). A provider inherits both. All workspaces share the directory; the current one is
 * TF_WORKSPACE, or stands in a file there.
 */
export function locateJournal(
  environment: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): JournalLocation {
  const data = resolve(environment['TF_DATA_DIR'] || '.terraform');
  const workspace = environment['TF_WORKSPACE'] || selectedWorkspace(data);
  const scope = JSON.stringify([workspace, baseUrl.replace(/\/+$/, '')]);
  const digest = createHash('sha256').update(scope).digest('hex');
  return { data, folder: join(data, 'svc-journal'), prefix: `${digest.slice(0, 16)}-` };
}

/** Read at once: the few bytes take less time than loading Node's other way to read them. */
function selectedWorkspace(data: string): string {
  try {
    return readFileSync(join(data, 'environment'), 'utf8').trim() || 'default';
  } catch {
    return 'default';
  }
}
