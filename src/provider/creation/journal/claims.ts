import { createHash } from 'node:crypto';
import { linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalLocation } from './location';
import { livenessOf, type ProcessIdentity } from './owner';

const suffix = '.claim';

/**
 * Claims on entries: each provider block has a process of its own, and one entry serves one creation. A claim is a file
 * that only one process can make. It ends with its Terraform: by then the entry is closed, or open to the next run.
 */
export class Claims {
  constructor(private readonly location: JournalLocation) {}

  /** False when another living process has it, or when the journal cannot be written. */
  async take(name: string, owner: ProcessIdentity): Promise<boolean> {
    const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
    const path = join(this.location.folder, `${this.location.prefix}${digest}${suffix}`);
    if (make(path, owner)) return true;
    const holder = holderOf(path);
    if (holder !== undefined && (await livenessOf(holder)) !== 'gone') return false;
    remove(path);
    return make(path, owner);
  }

  /** Removes the claims of processes that are gone. */
  async tidy(names: readonly string[]): Promise<void> {
    for (const name of names.filter(each => each.endsWith(suffix))) {
      const path = join(this.location.folder, name);
      const holder = holderOf(path);
      if (holder !== undefined && (await livenessOf(holder)) === 'gone') remove(path);
    }
  }
}

/** A link appears with its content: nobody sees a claim that is still being written. */
function make(path: string, owner: ProcessIdentity): boolean {
  const draft = `${path}-${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
    linkSync(draft, path);
    return true;
  } catch {
    return false;
  } finally {
    remove(draft);
  }
}

function holderOf(path: string): ProcessIdentity | undefined {
  try {
    const holder: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const isIdentity = typeof holder === 'object' && holder !== null && 'host' in holder && 'pid' in holder;
    return isIdentity ? { ...holder, host: String(holder.host), pid: Number(holder.pid) } : undefined;
  } catch {
    return undefined;
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process was quicker.
  }
}
