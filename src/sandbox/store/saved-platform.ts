import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Issue } from '../collections/sandbox-collection';
import type { Store } from './store';

/** The content of a data file, without the collections. */
const frame = z.looseObject({
  format: z.literal(1),
  // A shell evaluates it: `sandbox --background` prints its exports.
  root_key: z.string().regex(/^svc_(?:live|test)_[A-Za-z0-9]{32}$/, 'must have the form of a key'),
  /** Written by earlier versions, and ignored. */
  oauth_grants: z.unknown().optional(),
});

export type SavedPlatform = z.infer<typeof frame>;

/** A data file that cannot be used. The message is for the user who named the file. */
export class DataFileError extends Error {
  override readonly name = 'DataFileError';
}

/**
 * Reads a data file; `undefined` if it does not exist yet.
 * @throws {DataFileError} if it is unreadable or not a sandbox's; the file stays unchanged
 */
export function readDataFile(path: string): SavedPlatform | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new DataFileError(`The data file ${path} cannot be read (${errorCode(error)}).`);
  }
  const parsed = frame.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw damaged(path, parsed.error.issues[0]);
}

function damaged(path: string, issue: Issue | undefined): DataFileError {
  const damage =
    issue === undefined || issue.path.length === 0
      ? 'is not the data file of a sandbox, or is damaged.'
      : `is damaged: ${issue.path.join('.')}: ${issue.message}.`;
  return new DataFileError(
    `The data file ${path} ${damage} It is left as it is. Repair it, move it away, or name another ` +
      'file.',
  );
}

/**
 * Adds the objects of a data file. A collection that is missing in the file is empty: the file is older than the
 * collection.
 * @throws {DataFileError} if an element is no object of its collection, or is a duplicate
 */
export function restore(path: string, saved: SavedPlatform, { collections }: Store): void {
  const names = [...collections.values()].map(({ definition }) => definition.savedAs);
  const issues = [...collections.values()].flatMap(objects => {
    const { savedAs } = objects.definition;
    const found = objects.restore(saved[savedAs] ?? []);
    return found.map(issue => ({ ...issue, path: [savedAs, ...issue.path] }));
  });
  const unknown = Object.keys(saved).filter(key => ![...Object.keys(frame.shape), ...names].includes(key));
  for (const key of unknown) issues.push({ path: [key], message: 'unknown collection' });
  if (issues.length > 0) throw damaged(path, issues[0]);
}

/** Returns the new content of the data file. */
export function savedText({ rootKey, collections }: Store): string {
  const lists = [...collections.values()].map(
    objects => [objects.definition.savedAs, objects.all()] as const,
  );
  const saved = {
    format: 1,
    root_key: rootKey,
    ...Object.fromEntries(lists),
  };
  return `${JSON.stringify(saved)}\n`;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
