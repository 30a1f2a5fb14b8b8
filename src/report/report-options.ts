import type { Takeover } from './judge/takeover';
import type { AcceptedFinding, PolicyFinding, ReportMode, Subject } from './model';
import type { PlannedObject } from './plan/planned-object';

export interface ReportOptions {
  /** Names the stack among several. */
  readonly key: string;
  readonly mode: ReportMode;
  /** Keys that this process knows, such as SVC_API_KEY. They are compared, and never shown. */
  readonly ownKeys: readonly string[];
  /** Undefined if no file of the plan run says what it takes over. */
  readonly takeovers: readonly Takeover[] | undefined;
  /** Holds the plan to a policy. `show` makes a text fit to be shown. @default no policy */
  readonly policy?: (
    objects: readonly JudgedObject[],
    show: (text: string) => string,
  ) => readonly PolicyFinding[];
  /** Findings that were accepted at synth. Their texts may be anything. @default none */
  readonly accepted?: readonly AcceptedFinding[];
}

/** An object of the plan, as a policy sees it: the raw values, which a policy must not repeat, and its safe name. */
export interface JudgedObject {
  readonly object: PlannedObject;
  readonly subject: Subject;
}
