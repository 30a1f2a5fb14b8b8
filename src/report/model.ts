import * as z from 'zod';
import { gateNames, riskNames, severities } from '../risks/names';
import { action, change, type Immutable, phrase, subject } from './model/change';
import { noteNames, reportVersion } from './names';

const count = z.int().nonnegative();

const planFacts = z.object({
  product: z.enum(['Terraform', 'OpenTofu']).describe('What made the plan, as far as the plan shows it.'),
  terraformVersion: z
    .string()
    .nullable()
    .describe('Version of Terraform or OpenTofu that made the plan; null if the plan does not say it.'),
  createdAt: z
    .string()
    .nullable()
    .describe('When the plan was made, ISO 8601; null if the plan does not say it.'),
  mode: z
    .enum(['changes', 'drift'])
    .describe(
      '`drift` for a refresh-only plan (`--drift`): `changes` is empty, and `drift` says what differs.',
    ),
  platforms: z
    .array(
      z.object({
        provider: z.string().describe('Address of the provider block, such as `svc.backup`.'),
        host: z.string().nullable().describe('Null if an expression sets it.'),
      }),
    )
    .describe('The platforms that provider blocks set by `base_url`.'),
});

const context = z
  .object({
    commit: z.string().optional(),
    run: z.string().optional().describe('Address of the run of a pipeline.'),
    report: z.string().optional().describe('Address of the whole report, such as an artefact.'),
  })
  .describe('Where the report was made: `--context`.');

const counts = z
  .record(action, count)
  .describe(
    'Number of objects of this provider by action, data sources included. `import`: only if the object stays as it is. One that ' +
      'the plan also changes counts as that change.',
  );

const risk = z.object({
  name: z.enum(riskNames),
  severity: z.enum(severities),
  object: subject.nullable().describe('Null for a risk that is known without its object’s address.'),
  sentence: phrase.describe('Such as `key ci gains incident:respond`.'),
  detail: z.string().describe('What follows from it, and what to check: own words alone. May be empty.'),
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
});

const policyFinding = z.object({
  rule: z.string(),
  level: z.enum(['error', 'warning']),
  object: subject.nullable(),
  address: z
    .string()
    .nullable()
    .describe('Address in an entry of accepted-risks.json that accepts nothing, or has expired.'),
  sentence: z.string(),
});

/** A risk, or a finding of a policy, that somebody has accepted. */
const acceptedFinding = z.object({
  rule: z.string(),
  object: subject.nullable().describe('Null for what is no object, such as an output.'),
  address: z.string().describe('Address that the entry names.'),
  severity: z.enum(severities).nullable().describe('Null for a finding of a policy.'),
  sentence: z.string(),
  reason: z.string().describe('The written reason.'),
  expires: z.string().describe('The last day on which it is accepted, in UTC.'),
});

const gateName = z.enum(gateNames);

const gate = z.object({
  names: z.array(gateName),
  stopped: z
    .array(z.object({ name: gateName, count }))
    .describe('The gates that stop the plan, with the number of what they found.'),
  isJudged: z.boolean().describe('False if the report shows too little for one of the gates.'),
});

const note = z.object({
  name: z.enum(noteNames),
  sentence: z.string(),
  names: z.array(z.string()).optional().describe('Names in the sentence, after its first colon.'),
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
    context: context.optional(),
    plan: planFacts,
    counts,
    gate: gate.nullable().describe('What `--fail-on` says of the plan; null without it.'),
    outputs: count.describe('Number of outputs of the root module that change.'),
    actions: count.describe('Number of actions that the apply invokes, those of other providers included.'),
    standing: count.describe('Number of objects of this provider in the state that `--drift` has looked at.'),
    onlyDue: z
      .boolean()
      .nullable()
      .describe(
        'True if only time has made the plan (`--only-due`): rotations that are due, overlaps that have ended, and what follows ' +
          'from them. Null for a plan without changes, and where nobody asks.',
      ),
    waits: z
      .array(
        z.object({
          address: z
            .string()
            .describe('Address of an object, of an output or of what has a risk, or `the plan`.'),
          reason: z.string().describe('Own words, such as `it was changed outside Terraform`.'),
        }),
      )
      .describe('Why `onlyDue` is false: 100 reasons at most, and the number of the rest.'),
    risks: z.array(risk).describe('The most severe first.'),
    changes: z.array(change).describe('Objects of this provider that change, those with risks first.'),
    keys: keyMatrix,
    endpoints: endpointMatrix,
    others: z.array(otherProvider),
    drift: z.array(change).describe('Changes outside Terraform that the refresh has found.'),
    policy: z
      .array(policyFinding)
      .describe('Findings of `--policy`, and entries of accepted-risks.json that accept nothing.'),
    accepted: z.array(acceptedFinding).describe('What entries of accepted-risks.json accept.'),
    notes: z
      .array(note)
      .describe('What limits this report, such as an errored plan, and what it names without judging it.'),
    diagnostics: z
      .array(z.object({ severity: z.enum(['error', 'warning']), address: z.string(), sentence: z.string() }))
      .optional()
      .describe('What this provider said of the plan (`--diagnostics`), errors first.'),
    otherDiagnostics: count.optional().describe('Number of diagnostics of Terraform and other providers.'),
    unreadLines: count.optional().describe('Number of lines of `--diagnostics` that are no JSON.'),
  })
  .describe('What `npx --no cdktf-provider-svc report --format json` prints.');

export type { Change, Difference, Phrase, PhrasePart, Shown, Subject } from './model/change';
export type { Action } from './names';
export type Cell = z.infer<typeof cell>;
export type Report = Immutable<z.infer<typeof report>>;
export type Risk = Immutable<z.infer<typeof risk>>;
export type PolicyFinding = Immutable<z.infer<typeof policyFinding>>;
export type AcceptedFinding = Immutable<z.infer<typeof acceptedFinding>>;
export type Note = Immutable<z.infer<typeof note>>;
export type KeyMatrix = Report['keys'];
export type EndpointMatrix = Report['endpoints'];
