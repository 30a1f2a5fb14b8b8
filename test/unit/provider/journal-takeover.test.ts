import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client';
import { keyLikeness } from '../../../src/provider/api-keys/creatable';
import { Creations } from '../../../src/provider/creation/creations';
import {
  firstLine,
  type Intent,
  intentLine,
  type Step,
  stepLine,
} from '../../../src/provider/creation/journal/entry';
import { Journal } from '../../../src/provider/creation/journal/journal';
import { type Owner, thisProcess } from '../../../src/provider/creation/journal/owner';
import { type Platform, platformOf } from '../../../src/provider/platform';
import { endpointLikeness } from '../../../src/provider/webhook-endpoints/creatable';
import { type Sandbox, startSandbox } from '../../../src/sandbox';

const endpoint = {
  url: 'https://a.example/hook',
  events: ['alert.created'],
  secret: 'fake-secret-of-this-apply',
};
const key = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
const gone: Owner = { host: 'elsewhere.invalid', pid: 1, started: '1' };

let folder: string;
let sandbox: Sandbox;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-journal-'));
  sandbox = await startSandbox({ idempotency: 'ignored' });
});
const running: Platform[] = [];
afterEach(async () => {
  for (const platform of running.splice(0)) await platform.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

/** What an earlier process left in the journal. */
function leave(
  resource: 'svc_webhook_endpoint' | 'svc_api_key',
  changes: Partial<Intent>,
  ...steps: string[]
) {
  const likeness = resource === 'svc_api_key' ? keyLikeness(key) : endpointLikeness(endpoint);
  const intent = { resource, likeness, before: [], isComplete: true, ...changes };
  mkdirSync(join(folder, 'j'), { recursive: true });
  writeFileSync(join(folder, 'j', 'x-1.jsonl'), firstLine(gone) + intentLine(1, intent) + steps.join(''));
}
const step = (name: Step, id?: string) => stepLine(1, name, id);

/** The provider in a new process, and what it warns of. */
async function provider(): Promise<{
  platform: Platform;
  warnings: string[];
  site: Parameters<Platform['webhooks']['create']>[1];
}> {
  const warnings: string[] = [];
  const client = createClient({
    baseUrl: sandbox.url,
    credential: sandbox.key,
    maxRetries: 0,
  });
  const creations = new Creations({
    journal: new Journal({ folder: join(folder, 'j'), prefix: 'x-' }),
    now: () => Date.now(),
    sleep: milliseconds => new Promise(resolve => setTimeout(resolve, Math.min(milliseconds, 20))),
  });
  const warn = (summary: string) => warnings.push(summary);
  await creations.begun(warn);
  const platform = platformOf(client, {
    apiKey: sandbox.key,
    allowsSelfRevoke: false,
    unavailable: new Set(),
    creations,
  });
  running.push(platform);
  return { platform, warnings, site: { warn, watchAnswer: () => {} } };
}

describe('a creation that an earlier process began', () => {
  it.each<[string, (id: string) => string[]]>([
    ['never got an answer', () => []],
    ['got an answer and died', id => [step('made', id)]],
    ['answered when nobody was there', id => [step('made', id), step('answering'), step('unheard')]],
  ])('and %s: the endpoint is taken over, with the secret of now', async (_, steps) => {
    const { id } = sandbox.controls.webhooks.create(endpoint);
    leave('svc_webhook_endpoint', {}, ...steps(id));
    const { platform, site, warnings } = await provider();
    expect(warnings).toEqual([expect.stringContaining('Interrupted apply left')]);
    expect(await platform.webhooks.create(endpoint, site)).toMatchObject({ id });
    expect(sandbox.controls.webhooks.all()).toHaveLength(1);
    expect(sandbox.controls.webhooks.secretOf(id)).toBe(endpoint.secret);
  });

  it.each<[string, (id: string) => string[]]>([
    ['never got an answer', () => []],
    ['got an answer and died', id => [step('made', id)]],
  ])('and %s: the key is revoked and another issued', async (_, steps) => {
    const { id } = sandbox.controls.apiKeys.issue(key);
    leave('svc_api_key', {}, ...steps(id));
    const { platform, site } = await provider();
    const issued = await platform.apiKeys.create(key, site);
    expect(issued.id).not.toBe(id);
    expect(sandbox.controls.apiKeys.all().map(each => each.id)).toEqual([issued.id]);
  });

  it('and was answered, but is in no state: an error gives the import command, and touches nothing', async () => {
    const { id } = sandbox.controls.webhooks.create(endpoint);
    leave('svc_webhook_endpoint', {}, step('made', id), step('answering'));
    const { platform, site, warnings } = await provider();
    expect(warnings).toEqual([]);
    await expect(platform.webhooks.create(endpoint, site)).rejects.toThrow(
      `terraform import 'svc_webhook_endpoint.NAME' '${id}'`,
    );
    expect(sandbox.controls.webhooks.all()).toHaveLength(1);
  });

  it('and whose object is gone from the platform is begun anew', async () => {
    leave('svc_webhook_endpoint', {}, step('made', 'wh_gone'), step('answering'));
    const { platform, site } = await provider();
    await platform.webhooks.create(endpoint, site);
    expect(sandbox.controls.webhooks.all()).toHaveLength(1);
  });

  it('never takes what stood there before', async () => {
    const { id } = sandbox.controls.webhooks.create(endpoint);
    leave('svc_webhook_endpoint', { before: [id] });
    const { platform, site, warnings } = await provider();
    const made = await platform.webhooks.create(endpoint, site);
    expect(made.id).not.toBe(id);
    expect(warnings).toContain(`Webhook endpoint ${id} looks the same`);
  });

  it.each<[string, Partial<Intent>, number]>([
    ['of two that look the same', {}, 2],
    ['of one that may have been there before', { isComplete: false }, 1],
  ])('takes none %s, now and later', async (_, changes, count) => {
    const strangers = Array.from({ length: count }, () => sandbox.controls.webhooks.create(endpoint).id);
    leave('svc_webhook_endpoint', changes);
    const first = await provider();
    await expect(first.platform.webhooks.create(endpoint, first.site)).rejects.toThrow(strangers[0]);
    sandbox.controls.webhooks.delete(strangers[1] ?? '');
    const second = await provider();
    await expect(second.platform.webhooks.create(endpoint, second.site)).rejects.toThrow(strangers[0]);
    expect(sandbox.controls.webhooks.secretOf(strangers[0] ?? '')).toBe(endpoint.secret);
    expect(sandbox.controls.requests.count('webhooks.create')).toBe(0);
  });

  it('is settled when a state shows its object', async () => {
    const { id } = sandbox.controls.webhooks.create(endpoint);
    leave('svc_webhook_endpoint', {}, step('made', id), step('answering'));
    const { platform, site } = await provider();
    platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: id, values: () => endpoint });
    expect(readdirSync(join(folder, 'j'))).toEqual([]);
    await platform.webhooks.create(endpoint, site);
    expect(sandbox.controls.webhooks.all()).toHaveLength(2);
  });

  it('by a process that is still alive is waited for', async () => {
    leave('svc_webhook_endpoint', {});
    const path = join(folder, 'j', 'x-1.jsonl');
    const intent = {
      resource: 'svc_webhook_endpoint',
      likeness: endpointLikeness(endpoint),
      before: [],
      isComplete: true,
    };
    const text = firstLine(await thisProcess()) + intentLine(1, intent);
    writeFileSync(path, text);
    const { platform, site } = await provider();
    let isDone = false;
    const creating = platform.webhooks.create(endpoint, site).then(made => {
      isDone = true;
      return made;
    });
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(isDone).toBe(false);
    const { id } = sandbox.controls.webhooks.create(endpoint);
    writeFileSync(path, text + step('made', id) + step('unheard'));
    expect(await creating).toMatchObject({ id });
  });
});

describe('the price of the proof', () => {
  it('is one listing for creations that run together, not one each', async () => {
    for (let index = 0; index < 150; index += 1)
      sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    const { platform, site } = await provider();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        platform.webhooks.create({ ...endpoint, url: `https://a.example/${index}` }, site),
      ),
    );
    expect(sandbox.controls.requests.count('webhooks.list')).toBe(2);
  });

  it('is not paid on a platform that is too large: an error names the candidates instead of a guess', async () => {
    for (let index = 0; index < 2001; index += 1)
      sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    sandbox.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-after' } });
    const { platform, site } = await provider();
    const creating = platform.webhooks.create(endpoint, site);
    await expect(creating).rejects.toThrow(/too large, or cannot be read/);
    expect(sandbox.controls.requests.count('webhooks.list')).toBeLessThanOrEqual(42);
    await platform.webhooks.create({ ...endpoint, url: 'https://c.example/' }, site);
    expect(sandbox.controls.requests.count('webhooks.list')).toBeLessThanOrEqual(42);
  });
});
