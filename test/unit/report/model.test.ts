import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makeReport } from '../../../src/report/make-report';
import { report } from '../../../src/report/model';
import { parsePlan } from '../../../src/report/plan/plan';
import { riskNames } from '../../../src/risks/names';

const options = { key: 'default', mode: 'changes', ownKeys: [] } as const;

const gaining = {
  format_version: '1.2',
  terraform_version: '1.11.4',
  resource_changes: [
    {
      address: 'svc_api_key.ci',
      mode: 'managed',
      type: 'svc_api_key',
      provider_name: 'registry.terraform.io/svc/svc',
      change: {
        actions: ['update'],
        before: { id: 'key_1', name: 'ci', tenant_id: 'ten_1', scopes: ['alerts:read'] },
        after: { id: 'key_1', name: 'ci', tenant_id: 'ten_1', scopes: ['alerts:read', 'incident:respond'] },
        after_unknown: { scopes: [false, false] },
      },
    },
  ],
};

describe('the report', () => {
  it('keeps to its own schema', () => {
    expect(() => report.parse(makeReport(parsePlan(JSON.stringify(gaining)), options))).not.toThrow();
  });

  it('has a committed schema that lists every risk', () => {
    const committed = z.json().parse(JSON.parse(readFileSync('docs/report.schema.json', 'utf8')));
    for (const name of riskNames) expect(JSON.stringify(committed)).toContain(`"${name}"`);
  });
});
