import { statSync } from 'node:fs';
import type { PlanRecord } from './entry';

/** The longest time between the end of the provider and the writing of a saved plan, milliseconds. */
const writtenWithin = 10 * 60 * 1000;

/**
 * Whether the file of a recorded plan still holds that plan. Terraform writes it right after its providers have left, so
 * an older or a much later file is another plan.
 */
export function isSavedAs({ file, ended }: PlanRecord): boolean {
  if (file === undefined) return false;
  try {
    const written = statSync(file).mtimeMs;
    return written >= ended - 1000 && written <= ended + writtenWithin;
  } catch {
    return false;
  }
}
