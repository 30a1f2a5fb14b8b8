import {
  type Change,
  type Difference,
  type PolicyFinding,
  type Report,
  report,
  type Subject,
} from '../../../../src/report/model';

type KeyRow = Report['keys']['rows'][number];

const subject = (label: string, more: Partial<Subject> = {}): Subject => ({
  address: `svc_api_key.all["${label}"]`,
  kind: 'api-key',
  label,
  id: 'key_1',
  tenant: 'ten_acme',
  providerAlias: null,
  ...more,
});

const ci = subject('ci');
const open = subject('open', { providerAlias: 'staging' });
const pager = subject('pager.example', { kind: 'webhook-endpoint', tenant: null });

const row = (
  object: Subject,
  action: KeyRow['action'],
  unrestricted: KeyRow['unrestricted'],
  cells: KeyRow['cells'] = ['absent', 'absent', 'absent'],
): KeyRow => ({ object, action, unrestricted, cells });

const gains = {
  text: 'key ci gains incident:respond',
  parts: [
    { is: 'words', text: 'key ' },
    { is: 'name', text: 'ci' },
    { is: 'words', text: ' gains ' },
    { is: 'value', text: 'incident:respond' },
  ],
} as const;

const value = (json: unknown) => ({ is: 'value', text: JSON.stringify(json) }) as const;
const difference = (
  path: string,
  before: Difference['before'],
  after: Difference['after'],
  more: Partial<Difference> = {},
): Difference => ({ path, before, after, forcesReplacement: false, ...more });

const change = (object: Subject, more: Partial<Change> = {}): Change => ({
  object,
  action: 'update',
  movedFrom: 'svc_api_key.former',
  importedId: 'key_2',
  deposed: null,
  reason: 'it cannot be changed in place',
  sentences: [gains],
  differences: [
    difference('scopes', value(['alerts:read', 'alerts:write']), value(['alerts:read', 'incident:respond'])),
    difference('name', value('ci'), { is: 'unknown' }, { forcesReplacement: true }),
    difference('secret', { is: 'absent' }, { is: 'sensitive' }),
  ],
  ...more,
});

const risk = (name: Report['risks'][number]['name'], severity: 'critical' | 'high' | 'medium', object = ci) =>
  ({ name, severity, object, sentence: gains, detail: 'Check who holds it.' }) as const;

const finding = (rule: string, level: PolicyFinding['level'], sentence: string): PolicyFinding => ({
  rule,
  level,
  object: null,
  address: null,
  sentence,
});

/** A report that fills every field of the model. */
const sample: Report = {
  report: 'cdktf-provider-svc',
  version: 3,
  key: 'production',
  context: { commit: '0a1b2c3d' },
  plan: {
    product: 'Terraform',
    terraformVersion: '1.11.4',
    createdAt: '2026-11-22T09:30:47Z',
    mode: 'changes',
    platforms: [
      { provider: 'svc', host: 'api.example' },
      { provider: 'svc.backup', host: null },
    ],
  },
  counts: { create: 1, update: 1, replace: 1, delete: 1, forget: 1, import: 1, move: 1, read: 1, none: 1 },
  gate: { names: ['policy', 'drift'], stopped: [{ name: 'policy', count: 1 }], isJudged: false },
  outputs: 1,
  actions: 1,
  standing: 0,
  onlyDue: true,
  waits: [],
  risks: [
    risk('unrestricted-key', 'critical', open),
    risk('host-changed', 'high', pager),
    risk('drift', 'medium'),
  ],
  changes: [
    change(ci),
    change(open, { action: 'create', differences: [] }),
    change(pager, { action: 'replace', sentences: [gains, gains] }),
    change(ci, { action: 'forget', deposed: 'abcd1234' }),
  ],
  keys: {
    scopes: ['alerts:read', 'alerts:write', 'incident:respond'],
    rows: [
      row(ci, 'update', 'absent', ['kept', 'removed', 'added']),
      row(open, 'update', 'added', ['removed', 'absent', 'absent']),
      row(subject('always'), 'none', 'kept'),
      row(subject('limited'), 'update', 'removed'),
      row(subject('unknown'), 'update', 'unknown'),
      row(subject('revoked'), 'delete', 'removed'),
      row(subject('', { tenant: null, label: null }), 'create', 'absent', ['unknown', 'unknown', 'absent']),
    ],
  },
  endpoints: {
    eventTypes: ['alert.created', 'incident.created'],
    rows: [
      { object: subject('kept.example', { tenant: null }), action: 'none', cells: ['kept', 'absent'] },
      { object: pager, action: 'replace', cells: ['removed', 'added'] },
    ],
  },
  others: [
    { provider: 'registry.terraform.io/hashicorp/random', changing: 1, unchanged: 2 },
    { provider: 'terraform.io/builtin/terraform', changing: 0, unchanged: 2 },
  ],
  drift: [change(ci)],
  policy: [
    { ...finding('allowedHosts', 'error', 'This host is not allowed.'), object: pager },
    { ...finding('maxEvents', 'warning', 'Many.'), address: 'svc_webhook_endpoint.pager' },
  ],
  accepted: [
    {
      rule: 'forbidUnrestricted',
      object: open,
      address: open.address,
      severity: 'critical',
      sentence: 'It is unrestricted.',
      reason: 'The migration ends in May.',
      expires: '2027-05-31',
    },
  ],
  notes: [
    { name: 'errored', sentence: 'Planning failed.' },
    { name: 'outputs', sentence: 'Outputs.' },
    { name: 'other-resources', sentence: 'Others.' },
  ],
};

/** Fields with words of the model. All other texts come from a plan, but those of a part that `is` words. */
const ours = new Set(
  'report commit createdAt mode product name names severity level kind is action unrestricted cells expires'.split(
    ' ',
  ),
);

/** The sample, in which `disguise` changes every text that comes from a plan. */
export function sampleReport(disguise: (text: string) => string = text => text): Report {
  const disguised = (field: unknown): unknown => {
    if (typeof field === 'string') return disguise(field);
    if (Array.isArray(field)) return field.map(disguised);
    if (typeof field !== 'object' || field === null) return field;
    if ('is' in field && field.is === 'words') return field;
    const entries = Object.entries(field);
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, ours.has(name) ? inner : disguised(inner)]),
    );
  };
  return report.parse(disguised(sample));
}

/** The sample without anything to review. */
export const quietReport: Report = {
  ...sample,
  counts: { ...sample.counts, create: 0, update: 0, replace: 0, delete: 0, forget: 0, import: 0, move: 0 },
  outputs: 0,
  actions: 0,
  risks: [],
  changes: [],
  others: [],
  drift: [],
  policy: [],
  accepted: [],
  notes: [],
};

/** A report on many keys, most of which stay as they are. */
export function largeReport({ keys, changes }: { readonly keys: number; readonly changes: number }): Report {
  const named = (index: number) => subject(`key-${index}`);
  const indexes = [...Array(keys).keys()];
  const changing = indexes.slice(0, changes);
  const limits = [undefined, 'kept', 'unknown'] as const;
  return {
    ...sample,
    risks: changing.map(index => risk('widened-scope', 'high', named(index))),
    changes: changing.map(index => change(named(index))),
    keys: {
      scopes: sample.keys.scopes,
      rows: indexes.map(index =>
        row(named(index), index < changes ? 'update' : 'none', limits[keys - index] ?? 'absent', [
          'kept',
          'absent',
          index < changes ? 'added' : 'absent',
        ]),
      ),
    },
  };
}
