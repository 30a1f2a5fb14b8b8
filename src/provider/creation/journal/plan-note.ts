import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from './journal';
import { remove } from './own-entry';
import type { Run } from './run';

/** What a plan leaves for its apply, which visits only the objects that change. */
export interface PlanNote {
  /** True if the plan visited all objects: its apply may use marked entries. */
  readonly isWhole: boolean;
  /** Type name and digest of each planned create. The digest is empty if it is known only at apply. */
  readonly planned: readonly (readonly [resource: string, digest: string])[];
  /** Ids of the objects that a state had shown by the end of the plan. */
  readonly seen: readonly string[];
  /** Ids of the look-alikes that the plan has named. */
  readonly named: readonly string[];
  /** Ids of the objects that the plan has announced to be taken over, or issued anew. */
  readonly taken: readonly string[];
}

const prefixOf = ({ place = 'unknown' }: Run) => `plan.${place}.`;

/**
 * Writes the note of this process, and removes those of earlier plans of the same place. It writes synchronously: the
 * process exits next.
 *
 * @throws {Error} of the file system
 */
export function leaveNote(folder: string, run: Run, note: PlanNote): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeEarlierNotes(folder, run);
  const name = `${prefixOf(run)}${run.terraform}.${process.pid}`;
  writeFileSync(join(folder, name), JSON.stringify(note), { mode: 0o600 });
}

/** A plan that creates nothing does this alone: its apply must not be judged by what an earlier plan creates. */
export function removeEarlierNotes(folder: string, run: Run): void {
  const prefix = prefixOf(run);
  const own = `${prefix}${run.terraform}.`;
  for (const name of namesIn(folder))
    if (name.startsWith(prefix) && !name.startsWith(own)) remove(join(folder, name));
}

/**
 * Returns what the plan has left that this process applies. Undefined if there is none: then this process plans, or the
 * plan was made elsewhere. No call of the protocol tells the planning walk of `apply` from the applying one, but only the
 * latter finds a note of its own Terraform.
 */
export function findNote(folder: string, run: Run): PlanNote | undefined {
  const wanted = prefixOf(run) + (run.command?.hasPlanFile ? '' : `${run.terraform}.`);
  const notes = namesIn(folder)
    .filter(name => name.startsWith(wanted))
    .map(name => readNote(join(folder, name)));
  if (notes.length === 0) return undefined;
  const all = (list: 'seen' | 'named' | 'taken') => notes.flatMap(note => note[list] ?? []);
  const isWhole = notes.every(note => note.isWhole);
  const planned = notes.flatMap(note => note.planned ?? []);
  return { isWhole, planned, seen: all('seen'), named: all('named'), taken: all('taken') };
}

function readNote(path: string): Partial<PlanNote> {
  try {
    const note: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof note === 'object' && note !== null ? note : {};
  } catch {
    return {};
  }
}
