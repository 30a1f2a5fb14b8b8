import type { Environment, Making } from '../collections/sandbox-collection';
import { DataFile } from './data-file';
import { Grants } from './grants';
import type { Identifiers } from './identifiers';
import { readDataFile, restore, savedText } from './saved-platform';
import { createStore, type Store } from './store';

/** What the platform knows, and its keeping. */
export interface State {
  readonly store: Store;
  readonly grants: Grants;
  /** Whether no data file brought it, so that it is to be seeded. */
  readonly isNew: boolean;
  /**
   * Writes changes to the data file from now on, and a new platform at once. Not before the sandbox has its port:
   * one that cannot start must leave the file of the one that runs alone.
   */
  readonly startSaving: () => void;
  /** Resolves when every change made so far is in the data file, at once where there is none. */
  readonly saved: () => Promise<void>;
}

/** @throws {DataFileError} when the data file cannot be used */
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
  const making: Making = {
    identifier: prefix => identifiers.identifier(prefix),
    apiKey: kind => identifiers.apiKey(kind),
    secret: () => identifiers.secret(),
    timestamp: () => new Date(now()).toISOString(),
    environment,
  };
  const store = createStore(content?.root_key ?? identifiers.apiKey(environment), making, changed);
  if (path !== undefined && content !== undefined) restore(path, content, store);
  const grants = new Grants(identifiers, now, changed);
  for (const grant of content?.oauth_grants ?? []) grants.restore(grant);
  const startSaving = () => {
    saving = true;
    if (content === undefined) changed();
  };
  return { store, grants, isNew: content === undefined, startSaving, saved: async () => dataFile?.settled() };
}
