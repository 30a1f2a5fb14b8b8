import type { Change, Phrase, Report, Subject } from '../../../../src/report/model';

type Disguise = (text: string) => string;

/** A report that fills every field of the model. `disguise` changes every text that comes from a plan. */
export function sampleReport(disguise: Disguise = text => text): Report {
  const ci = subject('ci', disguise);
  const pager = { ...subject('pager.example', disguise), kind: 'webhook-endpoint', tenant: null } as const;
  const open = { ...subject('open', disguise), providerAlias: disguise('staging') };
  return {
    report: 'cdktf-provider-svc',
    version: 1,
    key: disguise('production'),
    plan: {
      terraformVersion: disguise('1.11.4'),
      createdAt: '2026-11-22T09:30:47Z',
      mode: 'changes',
    },
    counts: { create: 1, update: 1, replace: 1, delete: 1, forget: 1, import: 1, move: 1, read: 1, none: 1 },
    risks: (['critical', 'high', 'medium'] as const).map((severity, index) => ({
      name: (['unrestricted-key', 'widened-scope', 'drift'] as const)[index] ?? 'drift',
      severity,
      object: index === 0 ? open : ci,
      sentence: gains('ci', disguise),
      detail: disguise('Check who holds it.'),
    })),
    changes: [
      change(ci, disguise),
      { ...change(open, disguise), action: 'create', differences: [] },
      { ...change(pager, disguise), action: 'replace' },
      { ...change(subject('gone', disguise), disguise), action: 'forget', deposed: disguise('abcd1234') },
    ],
    keys: {
      scopes: ['alerts:read', 'alerts:write', 'incident:respond'].map(disguise),
      rows: [
        { object: ci, action: 'update', unrestricted: 'absent', cells: ['kept', 'removed', 'added'] },
        { object: open, action: 'update', unrestricted: 'added', cells: ['removed', 'absent', 'absent'] },
        row('always', 'none', 'kept', disguise),
        row('limited', 'update', 'removed', disguise),
        row('perhaps', 'update', 'unknown', disguise),
        row('revoked', 'delete', 'removed', disguise),
        {
          object: { ...subject('nowhere', disguise), tenant: null, label: null },
          action: 'create',
          unrestricted: 'absent',
          cells: ['unknown', 'unknown', 'absent'],
        },
      ],
    },
    endpoints: {
      eventTypes: ['alert.created', 'incident.created'].map(disguise),
      rows: [{ object: pager, action: 'replace', cells: ['removed', 'added'] }],
    },
    others: [
      {
        provider: disguise('registry.terraform.io/hashicorp/random'),
        changing: 1,
        unchanged: 2,
      },
      { provider: disguise('terraform.io/builtin/terraform'), changing: 0, unchanged: 2 },
    ],
    drift: [{ ...change(ci, disguise), sentences: [gains('ci', disguise)] }],
    policy: [
      {
        rule: disguise('allowedHosts'),
        level: 'error',
        object: pager,
        path: disguise('stack/pager'),
        sentence: disguise('This host is not allowed.'),
      },
      {
        rule: disguise('maxEvents'),
        level: 'warning',
        object: null,
        path: null,
        sentence: disguise('Many.'),
      },
    ],
    accepted: [
      {
        rule: disguise('forbidUnrestricted'),
        path: disguise('stack/open'),
        sentence: disguise('It is unrestricted.'),
        reason: disguise('The migration ends in May.'),
      },
    ],
    notes: [
      { name: 'errored', sentence: disguise('Planning failed.') },
      { name: 'self-revoke-unseen', sentence: disguise('Not known here.') },
    ],
  };
}

/** A report on many keys, most of which stay as they are. */
export function largeReport({ keys, changes }: { readonly keys: number; readonly changes: number }): Report {
  const sample = sampleReport();
  const [moving] = sample.changes;
  if (moving === undefined) throw new Error('The sample has no change.');
  const named = (index: number) => subject(`key-${index}`, text => text);
  return {
    ...sample,
    risks: Array.from({ length: changes }, (_, index) => ({
      name: 'widened-scope' as const,
      severity: 'high' as const,
      object: named(index),
      sentence: gains(`key-${index}`, text => text),
      detail: '',
    })),
    changes: Array.from({ length: changes }, (_, index) => ({ ...moving, object: named(index) })),
    keys: {
      scopes: sample.keys.scopes,
      rows: Array.from({ length: keys }, (_, index) => ({
        object: named(index),
        action: index < changes ? 'update' : 'none',
        unrestricted: index === keys - 1 ? 'kept' : 'absent',
        cells: ['kept', 'absent', index < changes ? 'added' : 'absent'],
      })),
    },
  };
}

const subject = (label: string, disguise: Disguise): Subject => ({
  address: disguise(`svc_api_key.all["${label}"]`),
  kind: 'api-key',
  label: disguise(label),
  id: disguise('key_1'),
  tenant: disguise('ten_acme'),
  providerAlias: null,
});

const row = (
  label: string,
  action: 'none' | 'update' | 'delete',
  unrestricted: 'kept' | 'removed' | 'unknown',
  disguise: Disguise,
): Report['keys']['rows'][number] => ({
  object: subject(label, disguise),
  action,
  unrestricted,
  cells: ['absent', 'absent', 'absent'],
});

const gains = (name: string, disguise: Disguise): Phrase => {
  const parts = [
    { is: 'words', text: 'key ' },
    { is: 'name', text: disguise(name) },
    { is: 'words', text: ' gains ' },
    { is: 'value', text: disguise('incident:respond') },
  ] as const;
  return { text: parts.map(({ text }) => text).join(''), parts: [...parts] };
};

const change = (object: Subject, disguise: Disguise): Change => ({
  object,
  action: 'update',
  movedFrom: disguise('svc_api_key.former'),
  importedId: disguise('key_2'),
  deposed: null,
  reason: 'it cannot be changed in place',
  sentences: [gains('ci', disguise)],
  differences: [
    {
      path: disguise('scopes'),
      before: { is: 'value', text: JSON.stringify(['alerts:read', 'alerts:write'].map(disguise)) },
      after: { is: 'value', text: JSON.stringify(['alerts:read', 'incident:respond'].map(disguise)) },
      isChanged: true,
      forcesReplacement: false,
    },
    {
      path: disguise('name'),
      before: { is: 'value', text: JSON.stringify(disguise('ci')) },
      after: { is: 'unknown' },
      isChanged: true,
      forcesReplacement: true,
    },
    {
      path: disguise('secret'),
      before: { is: 'absent' },
      after: { is: 'sensitive' },
      isChanged: true,
      forcesReplacement: false,
    },
    {
      path: disguise('id'),
      before: { is: 'value', text: JSON.stringify(disguise('key_1')) },
      after: { is: 'value', text: JSON.stringify(disguise('key_1')) },
      isChanged: false,
      forcesReplacement: false,
    },
  ],
});
