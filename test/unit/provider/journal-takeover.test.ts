import { describe, expect, it } from 'vitest';
import { firstLine, type Intent, intentLine } from '../../../src/provider/creation/journal/entry';
import { thisProcess } from '../../../src/provider/creation/journal/owner';
import { recordRow } from '../../terraform/faults/fault-matrix';
import { endpoint, endpointIntent, key, scene, step } from './creation-fixture';

const left = (fault: string, kind: string, outcome: string) =>
  recordRow({
    fault: `an earlier process ${fault}`,
    moment: `next process: creation of ${kind}`,
    outcome,
  });

describe('a creation that an earlier process began', () => {
  it.each<[string, (id: string) => string[]]>([
    ['never got an answer', () => []],
    ['got an answer and died', id => [step('made', id)]],
    ['answered when nobody was there', id => [step('made', id), step('answering'), step('unheard')]],
  ])('and %s: the endpoint is taken over, with the secret of now', async (fault, steps) => {
    const s = await scene();
    const { id } = s.sandbox.controls.webhooks.create(endpoint);
    await s.leave('svc_webhook_endpoint', {}, ...steps(id));
    const { platform, site, warnings } = await s.provider();
    expect(warnings).toEqual([expect.stringContaining('Interrupted apply left')]);
    expect(await platform.webhooks.create(endpoint, site)).toMatchObject({ id });
    expect(s.sandbox.controls.webhooks.all()).toHaveLength(1);
    expect(s.sandbox.controls.webhooks.secretOf(id)).toBe(endpoint.secret);
    left(fault, 'an endpoint', 'a warning names what may be left; taken over, with the secret of now');
  });

  it.each<[string, (id: string) => string[]]>([
    ['never got an answer', () => []],
    ['got an answer and died', id => [step('made', id)]],
  ])('and %s: the key is revoked and another issued', async (fault, steps) => {
    const s = await scene();
    const { id } = s.sandbox.controls.apiKeys.issue(key);
    await s.leave('svc_api_key', {}, ...steps(id));
    const { platform, site } = await s.provider();
    const issued = await platform.apiKeys.create(key, site);
    expect(issued.id).not.toBe(id);
    expect(s.sandbox.controls.apiKeys.all().map(each => each.id)).toEqual([issued.id]);
    left(fault, 'a key', 'revoked, and another one issued');
  });

  it('and was answered, but is in no state: an error gives the import command, and touches nothing', async () => {
    const s = await scene();
    const { id } = s.sandbox.controls.webhooks.create(endpoint);
    await s.leave('svc_webhook_endpoint', {}, step('made', id), step('answering'));
    const { platform, site, warnings } = await s.provider();
    expect(warnings).toEqual([]);
    await expect(platform.webhooks.create(endpoint, site)).rejects.toThrow(
      `terraform import 'svc_webhook_endpoint.NAME' '${id}'`,
    );
    expect(s.sandbox.controls.webhooks.all()).toHaveLength(1);
    left(
      'got it answered, and its state was lost',
      'an endpoint',
      'an error with the import command; nothing is touched',
    );
  });

  it('and whose object is gone from the platform is begun anew', async () => {
    const s = await scene();
    await s.leave('svc_webhook_endpoint', {}, step('made', 'wh_gone'), step('answering'));
    const { platform, site } = await s.provider();
    await platform.webhooks.create(endpoint, site);
    expect(s.sandbox.controls.webhooks.all()).toHaveLength(1);
    left('got it answered, and it was deleted since', 'an endpoint', 'created anew');
  });

  it('never takes what stood there before', async () => {
    const s = await scene();
    const { id } = s.sandbox.controls.webhooks.create(endpoint);
    await s.leave('svc_webhook_endpoint', { before: [id] });
    const { platform, site, warnings } = await s.provider();
    const made = await platform.webhooks.create(endpoint, site);
    expect(made.id).not.toBe(id);
    expect(warnings).toContain(`Webhook endpoint ${id} looks the same`);
    left('never got an answer', 'an endpoint, beside one from before', 'created beside it, with a warning');
  });

  it.each<[string, Partial<Intent>, number]>([
    ['of two that look the same', {}, 2],
    ['of one that may have been there before', { isComplete: false }, 1],
  ])('takes none %s, now and later', async (which, changes, count) => {
    const s = await scene();
    const strangers = Array.from({ length: count }, () => s.sandbox.controls.webhooks.create(endpoint).id);
    await s.leave('svc_webhook_endpoint', changes);
    const first = await s.provider();
    await expect(first.platform.webhooks.create(endpoint, first.site)).rejects.toThrow(strangers[0]);
    s.sandbox.controls.webhooks.delete(strangers[1] ?? '');
    const second = await s.provider();
    await expect(second.platform.webhooks.create(endpoint, second.site)).rejects.toThrow(strangers[0]);
    expect(s.sandbox.controls.webhooks.secretOf(strangers[0] ?? '')).toBe(endpoint.secret);
    expect(s.sandbox.controls.requests.count('webhooks.create')).toBe(0);
    left(
      'never got an answer',
      `an endpoint, in sight ${which}`,
      'an error names it with the import command, now and later; nothing is touched',
    );
  });

  it('is settled when a state shows its object', async () => {
    const s = await scene();
    const { id } = s.sandbox.controls.webhooks.create(endpoint);
    await s.leave('svc_webhook_endpoint', {}, step('made', id), step('answering'));
    const { platform, site } = await s.provider();
    platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: id, values: () => endpoint });
    expect(s.journals()).toEqual([]);
    await platform.webhooks.create(endpoint, site);
    expect(s.sandbox.controls.webhooks.all()).toHaveLength(2);
  });

  it('by a process that is still alive is waited for', async () => {
    const s = await scene();
    await s.leave('svc_webhook_endpoint', {});
    const text = firstLine(await thisProcess()) + intentLine(1, endpointIntent);
    s.write(text);
    const { platform, site } = await s.provider();
    let isDone = false;
    const creating = platform.webhooks.create(endpoint, site).then(made => {
      isDone = true;
      return made;
    });
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(isDone).toBe(false);
    const { id } = s.sandbox.controls.webhooks.create(endpoint);
    s.write(text + step('made', id) + step('unheard'));
    expect(await creating).toMatchObject({ id });
  });
});

describe('the price of the proof', () => {
  it('is one listing for creations that run together, not one each', async () => {
    const s = await scene();
    for (let index = 0; index < 150; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    const { platform, site } = await s.provider();
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        platform.webhooks.create({ ...endpoint, url: `https://a.example/${index}` }, site),
      ),
    );
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBe(2);
  });

  it('is not paid on a platform that is too large: an error names the candidates instead of a guess', async () => {
    const s = await scene();
    for (let index = 0; index < 2001; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    s.sandbox.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-after' } });
    const { platform, site } = await s.provider();
    const creating = platform.webhooks.create(endpoint, site);
    await expect(creating).rejects.toThrow(/too large, or cannot be read/);
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBeLessThanOrEqual(42);
    await platform.webhooks.create({ ...endpoint, url: 'https://c.example/' }, site);
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBeLessThanOrEqual(42);
  });
});
