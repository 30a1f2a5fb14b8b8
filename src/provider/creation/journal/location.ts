import { createHash } from 'node:crypto';
import { promises as files } from 'node:fs';
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
export async function locateJournal(
  environment: Readonly<Record<string, string | undefined>>,
  baseUrl: string,
): Promise<JournalLocation> {
  const data = resolve(environment['TF_DATA_DIR'] || '.terraform');
  const workspace = environment['TF_WORKSPACE'] || (await selectedWorkspace(data));
  const scope = JSON.stringify([workspace, baseUrl.replace(/\/+$/, '')]);
  const digest = createHash('sha256').update(scope).digest('hex');
  return { data, folder: join(data, 'svc-journal'), prefix: `${digest.slice(0, 16)}-` };
}

async function selectedWorkspace(data: string): Promise<string> {
  const text = await files.readFile(join(data, 'environment'), 'utf8').catch(() => '');
  return text.trim() || 'default';
}
