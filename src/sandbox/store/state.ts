import { DataFile } from './data-file';
import { Grants } from './grants';
import type { Environment, Identifiers } from './identifiers';
import { readDataFile, restoredStore, savedText } from './saved-platform';
import { Store } from './store';

/** The platform's data and its persistence. */
export interface State {
  readonly store: Store;
  readonly grants: Grants;
  /** True if there was no data file: the platform must be seeded. */
  readonly isNew: boolean;
  /**
   * Writes changes to the data file from now on, and a new platform immediately. Call it after the sandbox has its
   * port: a sandbox that cannot start must not touch the file of the running one.
   */
  readonly startSaving: () => void;
  /** Resolves when every change so far is in the data file; immediately without a data file. */
  readonly saved: () => Promise<void>;
}

/** @throws {DataFileError} if the data file cannot be used */
export function openState(
  path: string | undefined,
  identifiers: Identifiers,
  environment: Environment,
  now: () => number,
): State {
  const content = path === undefined ? undefined : readDataFile(path);
  const dataFile = path === undefined ? undefined : new DataFile(path, () => savedText(store, grants));
  let saving = false;
  const changed = () => {
    if (saving) dataFile?.changed();
  };
  const store =
    content === undefined
      ? new Store(identifiers.apiKey(environment), changed)
      : restoredStore(content, changed);
  const grants = new Grants(identifiers, now, changed);
  for (const grant of content?.oauth_grants ?? []) grants.restore(grant);
  const startSaving = () => {
    saving = true;
    if (content === undefined) changed();
  };
  return { store, grants, isNew: content === undefined, startSaving, saved: async () => dataFile?.settled() };
}
