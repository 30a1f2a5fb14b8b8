import { makeReport } from '../../src/report/make-report';
import type { Report } from '../../src/report/model';
import { parsePlan } from '../../src/report/plan/plan';

type Values = Readonly<Record<string, unknown>> | null;

/** The plan on the pictures of README and docs/report-page.md. */
export function picturedReport(): Report {
  const changes = [
    ...keys.map(({ name, before, after }) => entry('svc_api_key', name, before, after)),
    ...endpoints.map(({ name, before, after }) => entry('svc_webhook_endpoint', name, before, after)),
  ];
  const plan = {
    format_version: '1.2',
    terraform_version: '1.16.4',
    timestamp: '2026-11-23T09:30:47Z',
    resource_changes: changes,
  };
  return makeReport(parsePlan(JSON.stringify(plan)), {
    key: 'production',
    mode: 'changes',
    ownKeys: ['obviously-not-the-key-of-the-pipeline'],
    context: { commit: '4f2a9c1' },
  });
}

const entry = (type: string, name: string, before: Values, after: Values) => ({
  address: `${type}.${name.replaceAll('-', '_')}`,
  mode: 'managed',
  type,
  provider_name: 'registry.terraform.io/svc/svc',
  change: {
    actions: actionsOf(before, after),
    before,
    after,
    after_unknown: before === null ? { id: true } : {},
  },
});

function actionsOf(before: Values, after: Values): readonly string[] {
  if (before === null) return ['create'];
  if (after === null) return ['delete'];
  return [JSON.stringify(before) === JSON.stringify(after) ? 'no-op' : 'update'];
}

const key = (name: string, tenant: string, before?: readonly string[], after?: readonly string[] | 'all') => {
  const state = { id: `key_${name}`, key: `obviously-not-a-key-${name}`, name, tenant_id: `ten_${tenant}` };
  const { id, key, ...planned } = state;
  const reach =
    after === 'all' ? { scopes: null, unrestricted: true } : { scopes: after, unrestricted: null };
  return {
    name,
    before: before === undefined ? null : { ...state, scopes: before, unrestricted: null },
    after: after === undefined ? null : { ...(before === undefined ? planned : state), ...reach },
  };
};

const endpoint = (name: string, from: string, to: string, before: readonly string[], after = before) => {
  const state = (host: string, events: readonly string[]) => ({
    id: `wh_${name}`,
    url: `https://${host}/hook`,
    events,
  });
  return { name, before: state(from, before), after: state(to, after) };
};

const reading = ['alerts:read', 'incident:read'];

const keys = [
  key('break-glass', 'acme', reading, 'all'),
  key(
    'ci',
    'acme',
    ['tenants:read', 'alerts:read', 'devices:read'],
    ['tenants:read', 'alerts:read', 'incident:respond'],
  ),
  key('scanner', 'acme', ['devices:read', 'identity:read'], ['devices:read', 'identity:read']),
  key('dashboard', 'north', undefined, reading),
  key('legacy-export', 'north', ['identity:read', 'compliance:read']),
  key('siem', 'north', reading, reading),
];

const endpoints = [
  endpoint(
    'audit',
    'audit.example',
    'audit.example',
    ['alert.created', 'incident.created'],
    ['alert.created'],
  ),
  endpoint('chat', 'chat.example', 'chat.example', ['incident.created']),
  endpoint('pager', 'pager.example', 'hooks.contractor.example', ['alert.created', 'incident.created']),
];
