import { statSync } from 'node:fs';
import type { PlanRecord, RunRecord } from './entry';

/** The longest time between the end of the provider and the writing of a saved plan, milliseconds. */
const writtenWithin = 10 * 60 * 1000;
/** A file system may tell times to the second. */
const coarseness = 1000;

export interface RecordedPlan {
  readonly plan: PlanRecord;
  readonly run: RunRecord;
}

/**
 * Whether the file of a recorded plan still holds that plan. Terraform writes it right after its providers have left, so
 * an older or a much later file is another plan.
 */
export function isSavedAs({ file, ended }: PlanRecord): boolean {
  const written = file === undefined ? undefined : writtenAt(file);
  return written !== undefined && written >= ended - coarseness && written <= ended + writtenWithin;
}

/**
 * The Terraform that wrote a saved plan. Of all plans that were saved before the file was written the last one must have
 * been saved there: another plan may have been moved to this place since.
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
