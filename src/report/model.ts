import * as z from 'zod';
import { riskNames, severities } from '../risks/names';
import { actions } from './actions';
import { reportVersion } from './version';

const count = z.int().nonnegative();

const part = z.object({
  is: z
    .enum(['words', 'name', 'value'])
    .describe('Own words, the name of an object, or a value of the plan.'),
  text: z.string(),
});

const phrase = z
  .object({ text: z.string(), parts: z.array(part).describe('The same text in pieces, for a renderer.') })
  .describe('Words for a reviewer.');

const mode = z
  .enum(['changes', 'drift'])
  .describe(
    '`drift` for a refresh-only plan (`--drift`): `changes` is empty, and `drift` says what differs.',
  );

const planFacts = z.object({
  terraformVersion: z
    .string()
    .nullable()
    .describe('Version of Terraform or OpenTofu that made the plan; null if the plan does not say it.'),
  formatVersion: z.string().describe('Version of the plan’s own JSON format, such as `1.2`.'),
  createdAt: z
    .string()
    .nullable()
    .describe('When the plan was made, ISO 8601; null if the plan does not say it.'),
  isApplyable: z.boolean().nullable().describe('Terraform’s `applyable`; null before Terraform 1.8.'),
  isErrored: z.boolean().describe('True if planning failed: the report then shows a part of the changes.'),
  isComplete: z.boolean().nullable().describe('Terraform’s `complete`: false if it deferred some changes.'),
  mode,
});

const action = z.enum(actions);

const counts = z
  .record(action, count)
  .describe('Number of objects of this provider by action, data sources included.');

const subject = z
  .object({
    address: z.string().describe('Terraform’s address, such as `module.a.svc_api_key.ci["x"]`.'),
    kind: z.enum(['api-key', 'webhook-endpoint', 'data-source', 'other']),
    type: z.string().describe('Terraform’s type, such as `svc_api_key`.'),
    label: z
      .string()
      .nullable()
      .describe(
        'The name of a key, or host and port of an endpoint, never more of its address. Null if it is unknown or sensitive.',
      ),
    id: z.string().nullable().describe('The platform’s id before the change; null if there is none yet.'),
    tenant: z.string().nullable().describe('Tenant of a key; null if it is unknown, and for an endpoint.'),
    providerAlias: z
      .string()
      .nullable()
      .describe('Alias of the provider configuration; null for the default one.'),
  })
  .describe('An object of the plan.');

const risk = z.object({
  name: z.enum(riskNames),
  severity: z.enum(severities),
  object: subject.nullable().describe('Null for a risk that is known without its object’s address.'),
  sentence: phrase.describe('Such as `key ci gains incident:respond`.'),
  details: z
    .array(z.string())
    .describe('What follows from it, and what to check: own words alone. May be empty.'),
});

const shown = z
  .union([
    z.object({
      is: z.literal('value'),
      text: z.string().describe('The value as JSON, long ones shortened.'),
    }),
    z.object({ is: z.enum(['absent', 'sensitive', 'unknown']) }),
  ])
  .describe('`unknown`: known after apply. `sensitive`: marked by the provider or the configuration.');

const difference = z.object({
  path: z.string().describe('Path of the attribute, such as `rotation.after_days` or `scopes`.'),
  before: shown,
  after: shown,
  isChanged: z.boolean(),
  forcesReplacement: z.boolean(),
});

const change = z.object({
  object: subject,
  action,
  isCreatedFirst: z
    .boolean()
    .describe('True for a replacement that creates the new object before it deletes the old one.'),
  movedFrom: z.string().nullable().describe('The former address of a moved object.'),
  importedId: z.string().nullable().describe('The id by which an object is imported.'),
  deposed: z
    .string()
    .nullable()
    .describe('Terraform’s key of a deposed object, left by an earlier replacement.'),
  reason: z.string().nullable().describe('Why Terraform plans it, in words; null if it gives no reason.'),
  sentences: z
    .array(phrase)
    .describe('What changes, without the object’s name, such as `gains incident:respond`.'),
  differences: z.array(difference).describe('Every attribute, unchanged ones included.'),
});

const cell = z.enum(['kept', 'added', 'removed', 'absent', 'unknown']);

const keyRow = z.object({
  object: subject,
  action,
  unrestricted: cell.describe('Whether the key has no limits: all scopes, named or not.'),
  cells: z.array(cell).describe('One for each of `scopes`.'),
});

const endpointRow = z.object({
  object: subject,
  action,
  cells: z.array(cell).describe('One for each of `eventTypes`.'),
});

const keyMatrix = z
  .object({ scopes: z.array(z.string()), rows: z.array(keyRow) })
  .describe('Every key of the plan, unchanged ones included, sorted by tenant and name.');

const endpointMatrix = z
  .object({ eventTypes: z.array(z.string()), rows: z.array(endpointRow) })
  .describe('Every endpoint of the plan, unchanged ones included, sorted by host.');

const otherProvider = z.object({
  provider: z.string().describe('Source address, such as `registry.terraform.io/hashicorp/random`.'),
  changing: count,
  unchanged: count,
  changes: z
    .array(z.object({ address: z.string(), action }))
    .describe('What changes, without any value: this report does not judge other providers.'),
});

/** A finding of a policy on the plan. */
const policyFinding = z.object({
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  object: subject.nullable(),
  path: z.string().nullable().describe('Path of the construct, as cdktf names it.'),
  sentence: z.string(),
});

/** A finding that somebody has accepted in code. */
const acceptedFinding = z.object({
  rule: z.string(),
  path: z.string().describe('Path of the construct.'),
  sentence: z.string(),
  reason: z.string().describe('The written reason.'),
});

const note = z.object({
  name: z.enum([
    'errored',
    'incomplete',
    'not-applyable',
    'unknown-format',
    'self-revoke-unseen',
    'takeover-unseen',
    'not-refresh-only',
    'unseen-resources',
  ]),
  sentence: z.string(),
});

/**
 * The report: what a reviewer needs to know of a plan. `--format json` prints it as it is, and every other format is
 * made from it alone. The schema is committed as docs/report.schema.json.
 *
 * Every text is one line, without control and invisible characters, and without secrets. A renderer only escapes texts
 * for its format: they may still hold Markdown, HTML or mentions.
 */
export const report = z
  .object({
    report: z.literal('cdktf-provider-svc'),
    version: z
      .literal(reportVersion)
      .describe(
        'It is raised if a field goes or changes its meaning. New fields, names and notes do not raise it.',
      ),
    key: z.string().describe('Names the stack among several; a comment of the same key is updated.'),
    plan: planFacts,
    counts,
    risks: z.array(risk).describe('The gravest first.'),
    changes: z.array(change).describe('Objects of this provider that change, those with risks first.'),
    keys: keyMatrix,
    endpoints: endpointMatrix,
    others: z.array(otherProvider),
    drift: z.array(change).describe('Changes outside Terraform that the refresh has found.'),
    policy: z.array(policyFinding).describe('Findings of `--policy`.'),
    accepted: z.array(acceptedFinding).describe('Accepted findings of `--stack`.'),
    notes: z
      .array(note)
      .describe('What limits this report: an errored plan, or a risk that a plan does not show.'),
  })
  .describe('What `npx cdktf-provider-svc report --format json` prints.');

/** Reports share texts and lists that never change, so none of their types is mutable. */
type Immutable<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Immutable<Value[Key]> }
  : Value;

export type Report = Immutable<z.infer<typeof report>>;
export type PlanFacts = Report['plan'];
export type ReportMode = PlanFacts['mode'];
export type Part = Immutable<z.infer<typeof part>>;
export type Phrase = Immutable<z.infer<typeof phrase>>;
export type Risk = Immutable<z.infer<typeof risk>>;
export type Subject = Immutable<z.infer<typeof subject>>;
export type Change = Immutable<z.infer<typeof change>>;
export type { Action } from './actions';
export type Difference = Immutable<z.infer<typeof difference>>;
export type Shown = Immutable<z.infer<typeof shown>>;
export type Cell = Immutable<z.infer<typeof cell>>;
export type KeyMatrix = Immutable<z.infer<typeof keyMatrix>>;
export type EndpointMatrix = Immutable<z.infer<typeof endpointMatrix>>;
export type OtherProvider = Immutable<z.infer<typeof otherProvider>>;
export type PolicyFinding = Immutable<z.infer<typeof policyFinding>>;
export type AcceptedFinding = Immutable<z.infer<typeof acceptedFinding>>;
export type Note = Immutable<z.infer<typeof note>>;
export type Counts = Report['counts'];
