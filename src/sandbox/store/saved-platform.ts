import { lstatSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { withUnique } from './duplicates';
import type { Grants } from './grants';
import { Store } from './store';

const savedPlatform = z.object({
  format: z.literal(1),
  root_key: z.string().min(1),
  tenants: withUnique('id', z.array(z.object({ id: z.string(), name: z.string() }))),
  webhooks: withUnique(
    'id',
    z.array(
      z.object({
        id: z.string(),
        url: z.string(),
        events: z.array(z.string()),
        status: z.string(),
        created_at: z.string(),
        secret: z.string(),
      }),
    ),
  ),
  api_keys: withUnique(
    'key',
    withUnique(
      'id',
      z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          tenant_id: z.string(),
          scopes: z.array(z.string()),
          environment: z.enum(['live', 'test']),
          created_at: z.string(),
          key: z.string(),
        }),
      ),
    ),
  ),
  oauth_grants: z
    .array(
      z.object({
        client_id: z.string(),
        scopes: z.array(z.string()),
        access_tokens: z.record(z.string(), z.number()),
        refresh_tokens: z.record(z.string(), z.enum(['current', 'used'])),
      }),
    )
    .default([]),
});

export type SavedPlatform = z.infer<typeof savedPlatform>;

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
    // Reading a FIFO would wait for a writer without end, and a rename would replace a device.
    if (!statSync(path).isFile()) throw notPlain(path);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    if (errorCode(error) === 'ENOENT') {
      refuseDanglingLink(path);
      return undefined;
    }
    throw new DataFileError(`The data file ${path} cannot be read (${errorCode(error)}).`);
  }
  const parsed = savedPlatform.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  const double = parsed.error.issues.find(({ code }) => code === 'custom');
  const damage =
    double === undefined
      ? "is not a sandbox's data file, or is damaged."
      : `is damaged: ${double.path.join('.')} ${double.message}.`;
  throw new DataFileError(
    `The data file ${path} ${damage} It was left as it is: repair it, move it away, or name another file.`,
  );
}

function notPlain(path: string): DataFileError {
  return new DataFileError(
    `The data file ${path} is no plain file but a folder, a pipe or a device. It was left as it is: name another file.`,
  );
}

/** Refuses a link to a missing file. Otherwise a new file would replace the link, and its target would stay missing. */
function refuseDanglingLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return;
  const target = resolve(dirname(path), readlinkSync(path));
  throw new DataFileError(
    `The data file ${path} is a link to ${target}, which does not exist. The link was left as it is: name ${target} itself, remove the link, or name another file.`,
  );
}

export function restoredStore(saved: SavedPlatform, changed: () => void): Store {
  const store = new Store(saved.root_key, changed);
  for (const tenant of saved.tenants) store.tenants.add(tenant);
  for (const webhook of saved.webhooks) store.webhooks.add(webhook);
  for (const apiKey of saved.api_keys) store.apiKeys.add(apiKey);
  return store;
}

/** Returns the new content of the data file. */
export function savedText(store: Store, grants: Grants): string {
  const saved: SavedPlatform = {
    format: 1,
    root_key: store.rootKey,
    tenants: store.tenants.all().map(tenant => ({ ...tenant })),
    webhooks: store.webhooks.all().map(webhook => ({ ...webhook, events: [...webhook.events] })),
    api_keys: store.apiKeys.all().map(apiKey => ({ ...apiKey, scopes: [...apiKey.scopes] })),
    oauth_grants: grants.saved().map(grant => ({ ...grant, scopes: [...grant.scopes] })),
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
