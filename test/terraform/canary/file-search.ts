import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { exposedInState } from '../../harness/secrets/exposed';
import { findLeaks, type Leak, type Secret } from '../../harness/secrets/secrets';
import { parsePulledState } from '../../harness/terraform/pulled-state';

/** The secrets that files are searched for, by where Terraform itself may put them. */
export interface Searched {
  /** Stand in states and plans by right, under sensitive paths. */
  readonly stored: readonly Secret[];
  /** Stand in no file at all: credentials, and what is write-only. */
  readonly unstored: readonly Secret[];
}

interface Content {
  readonly source: string;
  readonly bytes: Buffer;
}

/** Searches every file below a directory, archives opened; links are not followed. */
export async function searchFiles(
  directory: string,
  { stored, unstored }: Searched,
): Promise<readonly Leak[]> {
  const leaks: Leak[] = [];
  for (const source of await filesBelow(directory)) {
    for (const content of opened({ source, bytes: await readFile(join(directory, source)) })) {
      leaks.push(...findLeaks(content.source, decoded(content), unstored));
      leaks.push(...findLeaks(content.source, exposed(content), stored));
    }
  }
  return leaks;
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(directory.length + 1));
}

function opened({ source, bytes }: Content): readonly Content[] {
  if (!bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return [{ source, bytes }];
  return Object.entries(unzipSync(bytes)).flatMap(([name, content]) =>
    opened({ source: `${source}!${name}`, bytes: Buffer.from(content) }),
  );
}

/** Private state is base64 within the file's JSON: what it says is searched too. */
function decoded({ bytes }: Content): string {
  const text = bytes.toString();
  const notes = [...text.matchAll(/"private": *"([^"]*)"/g)].map(([, base64 = '']) => base64);
  return [text, ...notes.map(base64 => Buffer.from(base64, 'base64').toString())].join('\n');
}

/** What a file shows beside the places where Terraform keeps sensitive values. */
function exposed(content: Content): string {
  // The plan itself, in binary: Terraform puts sensitive values there raw. What people see of it is `terraform show`.
  if (content.source.endsWith('!tfplan')) return '';
  const text = content.bytes.toString();
  if (!/^\{\s*"version": ?4,/.test(text)) return decoded(content);
  const rest = JSON.stringify(
    JSON.parse(text),
    (name, value) => (['attributes', 'outputs'].includes(name) ? undefined : value),
    1,
  );
  return exposedInState(parsePulledState(text)) + decoded({ ...content, bytes: Buffer.from(rest) });
}
