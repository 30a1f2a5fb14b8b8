import type { Evidence } from '../secrets/evidence';
import { exposedInChanges } from '../secrets/exposed';
import { failureOf } from './terraform-failed';
import { type Diagnostic, diagnosticsIn, type ParsedPlan, parsePlan } from './terraform-json';
import type { Workspace } from './workspace';

/** What Terraform says while it plans. */
export interface SavedPlan {
  /** Terraform's own result (`-detailed-exitcode`). */
  readonly isEmpty: boolean;
  readonly warnings: readonly Diagnostic[];
  /** Path of the saved plan. */
  readonly file: string;
}

export interface Plan extends SavedPlan, ParsedPlan {
  /** The text that a person reviews. `undefined` if it was not requested; empty for an empty plan. */
  readonly text: string | undefined;
  /** Returns the actions on one address; empty if it stays unchanged. */
  actionsOn(address: string): readonly string[];
}

export interface PlanRequest {
  readonly workspace: Workspace;
  readonly evidence: Evidence;
  readonly variables: Readonly<Record<string, string>>;
  /** For example `-destroy`, `-refresh=false`, `-replace=…`. */
  readonly flags?: readonly string[];
  readonly file?: string;
  /** Also reads the text, which costs two launches. */
  readonly showsText?: boolean;
  /** False for a caller that needs the diagnostics alone. @default true */
  readonly readsChanges?: boolean;
}

/** @throws {TerraformFailed} if the plan fails */
export async function makePlan(request: PlanRequest): Promise<Plan> {
  const { workspace, variables, flags = [], file = 'scenario.tfplan', readsChanges = true } = request;
  const command = ['plan', '-json', '-detailed-exitcode', `-out=${file}`, ...flags];
  const finished = await workspace.run(command, variables);
  if (finished.code !== 0 && finished.code !== 2) throw failureOf(finished);
  const isEmpty = finished.code === 0;
  const warnings = diagnosticsIn(finished.stdout);
  // An empty plan is not read, which saves two launches.
  const read: ParsedPlan & Pick<Plan, 'text'> =
    isEmpty || !readsChanges ? nothing : await readPlan(request, file);
  const actionsOn = (address: string) => read.changes[address]?.actions ?? [];
  return { ...read, isEmpty, warnings, file, actionsOn };
}

const nothing = { changes: {}, drift: {}, text: '' };

async function readPlan({ workspace, evidence, showsText }: PlanRequest, file: string) {
  const [json, text] = await Promise.all([
    workspace.run(['show', '-json', file], {}, { holdsState: true }),
    showsText ? workspace.run(['show', '-no-color', file]) : undefined,
  ]);
  for (const shown of [json, text]) if (shown !== undefined && shown.code !== 0) throw failureOf(shown);
  const parsed = parsePlan(json.stdout);
  evidence.add('the plan as JSON', exposedInChanges(parsed.changes) + exposedInChanges(parsed.drift));
  return { ...parsed, text: text?.stdout };
}
