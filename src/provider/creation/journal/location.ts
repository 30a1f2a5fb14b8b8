import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { normalizedAddress } from '../../../client';

type Environment = Readonly<Record<string, string | undefined>>;

export interface JournalLocation {
  readonly folder: string;
  /** Beginning of the names of the files that speak of one platform. */
  readonly prefix: string;
}

/**
 * Terraform's data directory: TF_DATA_DIR, or `.terraform` where Terraform runs (Terraform's documentation,
 * "Environment Variables"). A provider inherits both.
 */
export function dataDirectory(environment: Environment, directory: string): string {
  return resolve(directory, environment['TF_DATA_DIR'] || '.terraform');
}

/** @param configured the setting `journal_directory`; without it the journal lies in Terraform's data directory */
export function locateJournal(
  data: string,
  baseUrl: string,
  configured: string | undefined,
): JournalLocation {
  const digest = createHash('sha256').update(normalizedAddress(baseUrl)).digest('hex');
  return {
    folder: configured ? resolve(configured) : join(data, 'svc-journal'),
    prefix: `${digest.slice(0, 16)}-`,
  };
}
