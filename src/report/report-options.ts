import type { AcceptedRisk } from '../constructs/policy/rules/accepted-risks';
import type { Policy } from '../constructs/policy/rules/policy';
import type { Gate } from '../risks/names';
import type { Output } from './diagnostics';
import type { Report } from './model';
import type { Plan } from './plan/plan';

export interface ReportOptions {
  /** Names the stack among several. */
  readonly key: string;
  readonly mode: Report['plan']['mode'];
  /** Where the report is made. @default it is not said */
  readonly context?: Report['context'];
  /** SVC_API_KEY: the key of a provider block that has none of its own. It is never shown. */
  readonly ownKey?: string | undefined;
  /** Names of `--fail-on`. @default none */
  readonly gates?: readonly Gate[];
  /** The rules that the plan is held to. @default none */
  readonly policy?: Policy | undefined;
  /** @default none */
  readonly accepted?: Accepted;
  /** The plan without a refresh, which tells what only time has made. @default it is not judged */
  readonly withoutRefresh?: Plan | undefined;
  /** What `terraform plan -json` printed. @default it is not said */
  readonly diagnostics?: Output | undefined;
}

/** What somebody accepts, and what decides whether an entry holds. */
export interface Accepted {
  readonly entries: readonly AcceptedRisk[];
  /** The day on which the report is made, in UTC: `2027-01-31`. */
  readonly today: string;
  /** Name of the cdktf stack, if it is known. Entries for another one have no effect. */
  readonly stack?: string | undefined;
}
