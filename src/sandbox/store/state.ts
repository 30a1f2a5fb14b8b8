import type { Environment, Making } from '../collections/sandbox-collection';
import { DataFile } from './data-file';
import type { Identifiers } from './identifiers';
import { readDataFile, restore, savedText } from './saved-platform';
import { createStore, type Store } from './store';

/** The platform's data and its persistence. */
export interface State {
  readonly store: Store;
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
  const dataFile = path === undefined ? undefined : new DataFile(path, () => savedText(store));
  let saving = false;
  const changed = () => {
    if (saving) dataFile?.changed();
  };
  const making: Making = {
    identifier: prefix => identifiers.identifier(prefix),
    apiKey: kind => identifiers.apiKey(kind),
    secret: () => identifiers.secret(),
    timestamp: () => new Date(now()).toISOString(),
    environment,
  };
  const store = createStore(content?.root_key ?? identifiers.apiKey(environment), making, changed);
  if (path !== undefined && content !== undefined) restore(path, content, store);
  const startSaving = () => {
    saving = true;
    if (content === undefined) changed();
  };
  return { store, isNew: content === undefined, startSaving, saved: async () => dataFile?.settled() };
}
