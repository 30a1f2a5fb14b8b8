import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { codeOf } from '../cdktf/listings';
import { scenario } from '../harness/scenario';
import { needFeature } from '../harness/terraform/needed-feature';

const [queries = ''] = codeOf('docs/how-to/adopt-a-platform.md', 'With filters, by terraform query', 'hcl');

beforeEach(context => needFeature('list resources', context));

it('terraform query writes the configuration of what exists, which applies as it stands: nothing changes', async () => {
  const s = await scenario();
  const theirs = await s.plantSecret('theirs');
  await s.behindTheBack(({ webhooks, apiKeys }) => {
    const endpoint = { url: 'https://hooks.example.com/token/a', events: ['alert.created'], secret: theirs };
    webhooks.create(endpoint);
    webhooks.create({ ...endpoint, url: 'https://hooks.example.org', events: ['a.b', 'incident.created'] });
    apiKeys.create({ name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
    apiKeys.create({ name: `"quoted" \${name}`, tenant_id: 'ten_globex', scopes: [] });
  });
  await s.workspace.write('existing.tfquery.hcl', queries);
  const query = await s.terraform('query', '-no-color', '-generate-config-out=existing.tf');
  expect([query.code, query.stderr]).toEqual([0, '']);
  for (const name of ['hooks.example.com (alert.created)', 'reporting (ten_acme)'])
    expect(query.stdout).toContain(name);
  expect(query.stdout).not.toContain('token');
  const written = await readFile(join(s.workspace.root, 'existing.tf'), 'utf8');
  expect(written.match(/^import \{/gm)).toHaveLength(4);
  const planned = await s.terraform('plan', '-no-color');
  expect(planned.stdout + planned.stderr).toMatch(/4 to import, 0 to add, 0 to change, 0 to destroy/);
  s.platform.controls.requests.clear();
  await s.apply('', { warnings: 'any' });
  const writes = s.platform.controls.requests.all().filter(({ method }) => method !== 'GET');
  expect(writes).toEqual([]);
});
