import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { livenessOf, type ProcessIdentity } from './owner';

const suffix = '.claim';

/**
 * Claims on entries. Each provider block has its own process, and one entry serves one create. A claim is a file that
 * only one process can create. It is valid while its Terraform runs. After that the entry is closed, or free for the
 * next run.
 */
export class Claims {
  constructor(private readonly folder: string) {}

  /** Returns false if another process has the claim, or if the journal cannot be written. */
  take(name: string, owner: ProcessIdentity): boolean {
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 32);
    try {
      writeFileSync(join(this.folder, digest + suffix), JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
      return true;
    } catch {
      return false;
    }
  }

  /** Removes the claims of processes that are gone, before this process takes any. */
  async tidy(names: readonly string[]): Promise<void> {
    for (const name of names.filter(each => each.endsWith(suffix))) {
      const path = join(this.folder, name);
      if (await isAbandoned(path)) rmSync(path, { force: true });
    }
  }
}

/** True if the claimant is gone. An unreadable claim was cut off together with its writer. */
async function isAbandoned(path: string): Promise<boolean> {
  try {
    const owner: ProcessIdentity = JSON.parse(readFileSync(path, 'utf8'));
    return (await livenessOf(owner)) === 'gone';
  } catch {
    return true;
  }
}
