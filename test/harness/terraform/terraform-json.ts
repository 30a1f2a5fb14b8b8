import { z } from 'zod';

/** The parts of Terraform's machine-readable output that tests use. Other parts are ignored. */
const values = z.record(z.string(), z.unknown());

const diagnostic = z.object({
  severity: z.enum(['error', 'warning']),
  summary: z.string(),
  detail: z.string().default(''),
  address: z.string().optional(),
});
export type Diagnostic = z.infer<typeof diagnostic>;

const event = z.object({ type: z.string().optional(), diagnostic: diagnostic.optional() });

/** Returns the diagnostics in the output of a command with `-json`. Lines that are not JSON come from a crash. */
export function diagnosticsIn(output: string): readonly Diagnostic[] {
  return output.split('\n').flatMap(line => {
    if (!line.startsWith('{')) return [];
    return event.parse(JSON.parse(line)).diagnostic ?? [];
  });
}

export interface StateResource {
  readonly address: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The same shape, with `true` for a sensitive value. */
  readonly sensitive: unknown;
}

export interface TerraformState {
  /** All resources and data sources, including those of modules. */
  readonly resources: readonly StateResource[];
  readonly outputs: Readonly<Record<string, { readonly sensitive: boolean; readonly value?: unknown }>>;
}

const resourceChange = z.object({
  address: z.string(),
  previous_address: z.string().optional(),
  change: z.object({
    /** A replacement has two of them. */
    actions: z.array(z.string()),
    before: values.nullish(),
    after: values.nullish(),
    before_sensitive: z.unknown().optional(),
    after_sensitive: z.unknown().optional(),
    after_unknown: z.unknown().optional(),
    importing: z.object({ id: z.string().optional() }).optional(),
  }),
});

type ResourceChange = z.infer<typeof resourceChange>;
export type PlannedChange = ResourceChange['change'];

const plan = z.object({
  resource_changes: z.array(resourceChange).default([]),
  resource_drift: z.array(resourceChange).default([]),
});

export interface ParsedPlan {
  /** Changes by address, without unchanged resources. */
  readonly changes: Readonly<Record<string, PlannedChange>>;
  /** Changes outside Terraform, by address. */
  readonly drift: Readonly<Record<string, PlannedChange>>;
}

/** @param json output of `terraform show -json PLAN` */
export function parsePlan(json: string): ParsedPlan {
  const parsed = plan.parse(JSON.parse(json));
  return {
    changes: byAddress(parsed.resource_changes),
    drift: byAddress(parsed.resource_drift),
  };
}

function byAddress(changes: readonly ResourceChange[]): Readonly<Record<string, PlannedChange>> {
  const active = changes.filter(entry => isActive(entry));
  return Object.fromEntries(active.map(({ address, change }) => [address, change]));
}

/** A resource that is only moved or imported has the action `no-op`, but it is a visible change. */
function isActive({ change, previous_address: previous }: ResourceChange): boolean {
  const idle = change.actions.every(action => action === 'no-op' || action === 'read');
  return !idle || previous !== undefined || change.importing !== undefined;
}
