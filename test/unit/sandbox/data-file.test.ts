import { mkdtemp, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/sandbox';
import { idOf, keyRequest, platform, registration } from './platform-under-test';

async function temporaryFile(content?: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'platform.json');
  if (content !== undefined) await writeFile(path, content);
  return path;
}

describe('the data file', () => {
  it('keeps keys, endpoints, secrets and order over a restart', async () => {
    const dataFile = await temporaryFile();
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

  it('is not written after the sandbox is closed, even if a change was pending', async () => {
    const dataFile = await temporaryFile();
    const sandbox = await startSandbox({ dataFile });
    const held = sandbox.controls.faults.add({ effect: { kind: 'hang-before' } });
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const body = JSON.stringify(registration);
    const answer = fetch(`${sandbox.url}/v1/webhooks`, { method: 'POST', headers, body });
    answer.catch(() => {});
    await held.reached;
    await sandbox.close();
    await expect(answer).rejects.toThrow();
    expect(sandbox.controls.webhooks.all()).toEqual([]);
    expect(await readFile(dataFile, 'utf8')).not.toContain(registration.url);
  });

  it('contains a change before its response is sent', async () => {
    const dataFile = await temporaryFile();
    const { call } = await platform({ dataFile });
    const replies = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const id = idOf(await call('POST', '/v1/webhooks', { body: registration }));
        return (await readFile(dataFile, 'utf8')).includes(id);
      }),
    );
    expect(replies).toEqual(Array.from({ length: 20 }, () => true));
  });

  it('exists from the start and is readable only by its owner', async () => {
    const dataFile = await temporaryFile();
    const { key, call } = await platform({ dataFile });
    expect(await readFile(dataFile, 'utf8')).toContain(key);
    await call('POST', '/v1/webhooks', { body: registration });
    expect((await stat(dataFile)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['{"format":1,', 'or is damaged'],
    ['', 'or is damaged'],
    ['[]', 'or is damaged'],
    ['{"format":2}', 'is damaged: format: '],
    ['{"format":1,"root_key":7}', 'is damaged: root_key: '],
    ['{"format":1,"root_key":"x","tenants":[{}]}', 'is damaged: tenants.0.id: '],
    ['{"format":1,"root_key":"x","tenants":[{"id":"ten_a","name":7}]}', 'is damaged: tenants.0.name: '],
    [
      '{"format":1,"root_key":"x","tenants":[{"id":"ten_a","name":"A","nmae":"B"}]}',
      'is damaged: tenants.0: Unrecognized key: "nmae"',
    ],
    ['{"format":1,"root_key":"x","tenants":{}}', 'is damaged: tenants: must be an array'],
    ['{"format":1,"root_key":"x","tenant":[]}', 'is damaged: tenant: unknown collection'],
  ])('content %j is one clear error that names the place, and stays as it is', async (content, problem) => {
    const dataFile = await temporaryFile(content);
    const started = startSandbox({ dataFile });
    await expect(started).rejects.toThrow(problem);
    await expect(started).rejects.toThrow(/^The data file .* damaged.*\. It is left as it is\./);
    expect(await readFile(dataFile, 'utf8')).toBe(content);
  });

  it('that is older than a collection has none of its objects', async () => {
    const dataFile = await temporaryFile(JSON.stringify({ ...saved, webhooks: undefined }));
    const { controls } = await platform({ dataFile });
    expect(controls.webhooks.all()).toEqual([]);
    expect(controls.tenants.all()).toEqual(saved.tenants);
  });

  const saved = {
    format: 1,
    root_key: 'svc_test_invented',
    tenants: [
      { id: 'ten_a', name: 'A' },
      { id: 'ten_b', name: 'B' },
    ],
    webhooks: [],
    api_keys: [],
  };
  const issued = { name: 'a', tenant_id: 'ten_a', scopes: [], environment: 'test', created_at: '2026-01-01' };

  it.each([
    [{ tenants: [...saved.tenants, { id: 'ten_a', name: 'C' }] }, 'tenants.2.id: is the id of item 0 too'],
    [
      { api_keys: ['one', 'two'].map(key => ({ ...issued, id: 'key_a', key })) },
      'api_keys.1.id: is the id of item 0 too',
    ],
    [
      { api_keys: ['key_a', 'key_b'].map(id => ({ ...issued, id, key: 'svc_test_twice' })) },
      'api_keys.1.key: is the key of item 0 too',
    ],
  ])('with something twice names its place and no key: %j', async (change, place) => {
    const content = JSON.stringify({ ...saved, ...change });
    const dataFile = await temporaryFile(content);
    const started = startSandbox({ dataFile });
    await expect(started).rejects.toThrow(`is damaged: ${place}. It is left as it is`);
    await expect(started).rejects.not.toThrow(/svc_test_/);
    expect(await readFile(dataFile, 'utf8')).toBe(content);
  });

  it('that is a link to a data file is written through it', async () => {
    const target = await temporaryFile(JSON.stringify(saved));
    const dataFile = join(dirname(target), 'link.json');
    await symlink('platform.json', dataFile);
    const { controls } = await platform({ dataFile });
    controls.tenants.create({ id: 'ten_new', name: 'New' });
    await controls.saved();
    expect(await readlink(dataFile)).toBe('platform.json');
    expect(await readFile(target, 'utf8')).toContain('ten_new');
  });

  it('in a folder that does not exist is one clear error', async () => {
    const dataFile = join(await temporaryFile(), 'nowhere', 'platform.json');
    await expect(startSandbox({ dataFile })).rejects.toThrow(/cannot be written \(ENOENT\)/);
  });

  it('that another program changed is not overwritten, and the request fails', async () => {
    const dataFile = await temporaryFile();
    const sandbox = await startSandbox({ dataFile });
    await writeFile(dataFile, 'mine now');
    const headers = { authorization: `Bearer ${sandbox.key}` };
    const body = JSON.stringify(registration);
    expect((await fetch(`${sandbox.url}/v1/webhooks`, { method: 'POST', headers, body })).status).toBe(500);
    await expect(sandbox.close()).rejects.toThrow(/perhaps a second sandbox, has changed/);
    expect(await readFile(dataFile, 'utf8')).toBe('mine now');
  });

  it('of a running sandbox is not changed by a second one that cannot get its port', async () => {
    const dataFile = await temporaryFile();
    const { url, controls } = await platform({ dataFile });
    const port = Number(new URL(url).port);
    await expect(startSandbox({ dataFile, port })).rejects.toThrow(/Port \d+ on 127\.0\.0\.1 is taken/);
    controls.webhooks.create(registration);
    await controls.saved();
    expect(await readFile(dataFile, 'utf8')).toContain(registration.url);
  });
});
