import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { securePlatform } from '../harness/servers/secure-platform';

const tenants = 'data "svc_tenants" "all" {}\n';

it('a platform is trusted by NODE_EXTRA_CA_CERTS, and gets no request by NODE_TLS_REJECT_UNAUTHORIZED', async () => {
  const { url, certificate, credentials } = await securePlatform();
  const s = await scenario({ environment: { SVC_BASE_URL: url, NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
  const failed = await s.expectError(tenants, /Platform is unreachable.*SELF_SIGNED/s);
  expect(failed.errors).toHaveLength(1);
  expect(credentials).toEqual([]);
  const file = join(s.workspace.directory, 'authority.pem');
  await writeFile(file, certificate);
  const planned = await s.workspace.run(['plan', '-no-color'], { NODE_EXTRA_CA_CERTS: file });
  expect([planned.code, planned.stderr]).toEqual([0, '']);
  expect(credentials.length).toBeGreaterThan(0);
});
