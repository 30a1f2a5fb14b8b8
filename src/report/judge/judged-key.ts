import type { Subject } from '../model';
import type { PlannedObject } from '../plan/planned-object';
import type { Judging } from './judging';
import type { KeyState } from './key-state';

/** An API key of a plan, with its state before and after the apply. */
export interface JudgedKey {
  readonly object: PlannedObject;
  readonly subject: Subject;
  readonly judging: Judging;
  readonly before: KeyState | undefined;
  readonly after: KeyState | undefined;
}
