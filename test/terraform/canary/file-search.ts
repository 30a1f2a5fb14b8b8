import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import { withoutSensitive } from '../../harness/secrets/exposed';
import { findLeaks, type Leak, type Secret } from '../../harness/secrets/secrets';

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
  const state = stateIn(bytes);
  const notes = state?.resources.flatMap(({ instances }) => instances.map(privateOf)) ?? [];
  return [bytes.toString(), ...notes].join('\n');
}

/** What a file shows beside the places where Terraform keeps sensitive values. */
function exposed(content: Content): string {
  // The plan itself, in binary: Terraform puts sensitive values there raw. What people see of it is `terraform show`.
  if (content.source.endsWith('!tfplan')) return '';
  const state = stateIn(content.bytes);
  if (state === undefined) return decoded(content);
  const resources = state.resources.map(({ instances, ...rest }) => ({
    ...rest,
    instances: instances.map(instance => ({
      ...instance,
      attributes: instance.sensitive_attributes.reduce(masked, instance.attributes),
      private: privateOf(instance),
    })),
  }));
  const outputs = Object.values(state.outputs).filter(({ sensitive }) => !sensitive);
  return JSON.stringify({ ...state, resources, outputs });
}

const step = z.object({ type: z.string(), value: z.unknown() });

const instance = z.looseObject({
  attributes: z.unknown(),
  private: z.string().optional(),
  /** Paths of sensitive values, as Terraform's state file has them since 0.14. */
  sensitive_attributes: z.array(z.array(step)).default([]),
});

const stateFile = z.looseObject({
  terraform_version: z.string(),
  outputs: z.record(z.string(), z.looseObject({ sensitive: z.boolean().default(false) })),
  resources: z.array(z.looseObject({ instances: z.array(instance) })),
});

function stateIn(bytes: Buffer): z.infer<typeof stateFile> | undefined {
  // A brace: nothing else is worth parsing.
  if (bytes[0] !== 0x7b) return undefined;
  try {
    return stateFile.safeParse(JSON.parse(bytes.toString())).data;
  } catch {
    return undefined;
  }
}

function privateOf({ private: notes }: z.infer<typeof instance>): string {
  return Buffer.from(notes ?? '', 'base64').toString();
}

function masked(attributes: unknown, path: readonly z.infer<typeof step>[]): unknown {
  const marks = path.reduceRight<unknown>(
    (inner, { value }) => (typeof value === 'string' ? { [value]: inner } : inner),
    true,
  );
  return withoutSensitive(attributes, marks);
}
