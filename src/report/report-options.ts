import type { JudgedObject } from './judge/risk';
import type { AcceptedFinding, PolicyFinding, Report, ReportMode } from './model';

export interface ReportOptions {
  /** Names the stack among several. */
  readonly key: string;
  readonly mode: ReportMode;
  /** Where the report is made. @default it is not said */
  readonly context?: Report['context'];
  /** Keys that this process knows, such as SVC_API_KEY. They are compared, and never shown. */
  readonly ownKeys: readonly string[];
  /** True if `ownKeys` are all keys that the provider blocks run with. @default false */
  readonly areOwnKeysNamed?: boolean;
  /** Holds the plan to a policy. `show` makes a text fit to be shown. @default no policy */
  readonly policy?: (
    objects: readonly JudgedObject[],
    show: (text: string) => string,
  ) => readonly PolicyFinding[];
  /** Findings that were accepted at synth. Their texts may be anything. @default none */
  readonly accepted?: readonly AcceptedFinding[];
}
