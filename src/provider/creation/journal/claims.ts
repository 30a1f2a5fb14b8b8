import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { livenessOf, type ProcessIdentity } from './owner';

const suffix = '.claim';

/**
 * Claims on entries: each provider block has a process of its own, and one entry serves one creation. A claim is a file
 * that only one process can make. It ends with its Terraform: by then the entry is closed, or open to the next run.
 */
export class Claims {
  constructor(private readonly folder: string) {}

  /** False when another process has it, or when the journal cannot be written. */
  take(name: string, owner: ProcessIdentity): boolean {
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
    try {
      writeFileSync(join(this.folder, digest + suffix), JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  /** Removes the claims of processes that are gone, before this one takes any. */
  async tidy(names: readonly string[]): Promise<void> {
    for (const name of names.filter(each => each.endsWith(suffix))) {
      const path = join(this.folder, name);
      if (await isAbandoned(path)) rmSync(path, { force: true });
    }
  }
}

/** One that says nothing was cut off with its writer. */
async function isAbandoned(path: string): Promise<boolean> {
  try {
    const owner: ProcessIdentity = JSON.parse(readFileSync(path, 'utf8'));
    return (await livenessOf(owner)) === 'gone';
  } catch {
    return true;
  }
}
