import { statSync } from 'node:fs';
import type { PlanRecord, RunRecord } from './entry';

/** Longest time between the exit of the provider and the write of a saved plan, milliseconds. */
const writtenWithin = 10 * 60 * 1000;
/** Tolerance, milliseconds: a file system may store times in whole seconds. */
const coarseness = 1000;

export interface RecordedPlan {
  readonly plan: PlanRecord;
  readonly run: RunRecord;
}

/**
 * True if the file of a recorded plan still holds that plan. Terraform writes it right after its providers have exited,
 * so an older or a much later file is another plan.
 */
export function isSavedAs({ file, ended }: PlanRecord): boolean {
  const written = file === undefined ? undefined : writtenAt(file);
  return written !== undefined && written >= ended - coarseness && written <= ended + writtenWithin;
}

/**
 * Returns the Terraform that wrote a saved plan. The last plan that was saved before the file was written must have
 * this path. Otherwise another plan may have been moved to the path since.
 */
export function writerOf(savedPlan: string, plans: readonly RecordedPlan[]): RunRecord['terraform'] {
  const written = writtenAt(savedPlan);
  if (written === undefined) return undefined;
  const before = plans.filter(({ plan }) => plan.file !== undefined && plan.ended <= written + coarseness);
  const last = before.toSorted((one, other) => one.plan.ended - other.plan.ended).at(-1);
  return last?.plan.file === savedPlan && isSavedAs(last.plan) ? last.run.terraform : undefined;
}

function writtenAt(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}
