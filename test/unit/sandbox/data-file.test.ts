import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../../src/sandbox';
import { idOf, keyRequest, platform, registration } from './platform-under-test';

function temporaryFile(content?: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'svc-sandbox-')), 'platform.json');
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

describe('the data file', () => {
  it('keeps keys, endpoints, secrets and order over a restart', async () => {
    const dataFile = temporaryFile();
    const before = await startSandbox({ dataFile });
    const issued = before.controls.apiKeys.issue(keyRequest);
    const ids = [1, 2, 3].map(() => before.controls.webhooks.create(registration).id);
    before.controls.webhooks.update(ids[1] ?? '', { status: 'degraded', secret: 'changed' });
    before.controls.webhooks.delete(ids[0] ?? '');
    const webhooks = before.controls.webhooks.all();
    await before.close();

    const { call, key, controls } = await platform({ dataFile });
    expect(key).toBe(before.key);
    expect(controls.webhooks.all()).toEqual(webhooks);
    expect(controls.webhooks.secretOf(ids[1] ?? '')).toBe('changed');
    expect((await call('GET', '/v1/tenants', { key: issued.key })).status).toBe(200);
  });

  it('contains a change before its response is sent', async () => {
    const dataFile = temporaryFile();
    const { call } = await platform({ dataFile });
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const id = idOf(await call('POST', '/v1/webhooks', { body: registration }));
        return readFileSync(dataFile, 'utf8').includes(id);
      }),
    );
    expect(replies).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('exists from the start and is readable only by its owner', async () => {
    const dataFile = temporaryFile();
    const { key, call } = await platform({ dataFile });
    expect(readFileSync(dataFile, 'utf8')).toContain(key);
    await call('POST', '/v1/webhooks', { body: registration });
    expect(statSync(dataFile).mode & 0o777).toBe(0o600);
  });

  const frame = { format: 1, root_key: `svc_test_${'i'.repeat(32)}` };
  const tenants = [
    { id: 'ten_a', name: 'A' },
    { id: 'ten_b', name: 'B' },
  ];
  const key = (id: string, value: string) => ({
    ...{ id, key: value, name: 'a', tenant_id: 'ten_a', scopes: [] },
    ...{ environment: 'test', created_at: '2026-01-01' },
  });

  it.each<[string | object, string]>([
    ['{"format":1,', 'is not the data file of a sandbox, or is damaged'],
    [{ ...frame, format: 2 }, 'format: '],
    [{ ...frame, root_key: `${frame.root_key};date` }, 'root_key: must have the form of a key'],
    [{ ...frame, tenants: [{ id: 'ten_a', name: 7 }] }, 'tenants.0.name: '],
    [{ ...frame, tenants: [{ ...tenants[0], nmae: 'B' }] }, 'tenants.0: Unrecognized key: "nmae"'],
    [{ ...frame, tenants: {} }, 'tenants: must be an array'],
    [{ ...frame, tenant: [] }, 'tenant: unknown collection'],
    [
      { ...frame, tenants: [...tenants, { id: 'ten_a', name: 'C' }] },
      'tenants.2.id: is the id of item 0 too',
    ],
    [
      { ...frame, api_keys: [key('key_a', '1'), key('key_b', '1')] },
      'api_keys.1.key: is the key of item 0 too',
    ],
  ])(
    'content %j is one clear error that names the place and no key, and stays as it is',
    async (given, problem) => {
      const content = typeof given === 'string' ? given : JSON.stringify(given);
      const dataFile = temporaryFile(content);
      const { message } = await startSandbox({ dataFile }).then(
        () => expect.fail('it starts'),
        (error: unknown) => (error instanceof Error ? error : new Error()),
      );
      expect(message).toContain(problem);
      expect(message).toMatch(/^The data file .* damaged.*\. It is left as it is\./);
      expect(message).not.toContain('svc_test_');
      expect(readFileSync(dataFile, 'utf8')).toBe(content);
    },
  );

  it('that is older than a collection has none of its objects', async () => {
    const { controls, key: root } = await platform({
      dataFile: temporaryFile(JSON.stringify({ ...frame, tenants })),
    });
    expect([root, controls.webhooks.all(), controls.tenants.all()]).toEqual([frame.root_key, [], tenants]);
  });

  it('in a folder that does not exist is one clear error', async () => {
    const dataFile = join(temporaryFile(), 'nowhere', 'platform.json');
    await expect(startSandbox({ dataFile })).rejects.toThrow(/cannot be written \(ENOENT\)/);
  });

  it('that another program changed is not overwritten, and the request fails', async () => {
    const dataFile = temporaryFile();
    const sandbox = await startSandbox({ dataFile });
    writeFileSync(dataFile, 'mine now');
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const body = JSON.stringify(registration);
    expect((await fetch(`${sandbox.url}/v1/webhooks`, { method: 'POST', headers, body })).status).toBe(500);
    await expect(sandbox.close()).rejects.toThrow(/perhaps a second sandbox, has changed/);
    expect(readFileSync(dataFile, 'utf8')).toBe('mine now');
  });

  it('of a running sandbox is not changed by a second one that cannot get its port', async () => {
    const dataFile = temporaryFile();
    const { url, controls } = await platform({ dataFile });
    const port = Number(new URL(url).port);
    await expect(startSandbox({ dataFile, port })).rejects.toThrow(/Port \d+ on 127\.0\.0\.1 is taken/);
    controls.webhooks.create(registration);
    await controls.saved();
    expect(readFileSync(dataFile, 'utf8')).toContain(registration.url);
  });
});
