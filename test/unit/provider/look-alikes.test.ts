import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../src/sandbox';
import { both, kinds } from './created-kinds';
import { endpoint, key, scene } from './creation-fixture';

describe('an object that looks the same', () => {
  it.each(both)('is named by the plan of a %s, and its apply does not repeat it', async kind => {
    const s = await scene();
    const ids = [kinds[kind].make(s), kinds[kind].make(s)].toSorted();
    const planning = await s.provider({ record: { terraform: s.here } });
    expect(await planning.forecast(kind, kind)).toEqual([
      expect.stringMatching(new RegExp(`(${ids.join('|')}), (${ids.join('|')}) looks the same`)),
    ]);
    expect(await planning.forecast(kind)).toEqual([]);
    planning.platform.leave({ isOrderly: true, hasFailed: false, hasChanged: false });
    const applying = await s.provider({ record: { terraform: s.here } });
    expect(await applying.forecast(kind)).toEqual([]);
    const { webhooks, apiKeys } = applying.platform;
    await (kind === 'key' ? apiKeys.create(key, applying.site) : webhooks.create(endpoint, applying.site));
    expect(applying.warnings).toEqual([]);
    // One that is new since the plan is named by the apply.
    const later = kinds[kind].make(s);
    const second = await s.provider({ record: { terraform: s.here } });
    await (kind === 'key' ? second.platform.apiKeys : second.platform.webhooks).create(
      { ...key, ...endpoint },
      second.site,
    );
    expect(second.warnings).toEqual([expect.stringContaining(later)]);
  });

  it('is not named by a plan whose state has it, or that cannot tell', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const seen = await s.provider();
    seen.platform.stateSeen({ resource: 'svc_webhook_endpoint', identity: id, values: () => ({}) });
    expect(await seen.forecast('endpoint')).toEqual([]);
    const unknown = await s.provider();
    unknown.platform.creationPlanned({
      resource: 'svc_webhook_endpoint',
      values: { events: ['alert.created'] },
      isKnown: name => name !== 'url',
    });
    expect(await unknown.forecast()).toEqual([]);
    const restricted = await s.provider({ record: { isWhole: false } });
    expect(await restricted.forecast('endpoint')).toEqual([]);
    const destroying = await s.provider({ command: { mayCreate: false } });
    expect(await destroying.forecast('endpoint')).toEqual([]);
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBe(1);
  });

  it('is not named as such if it may be what an interrupted apply has left', async () => {
    const s = await scene();
    s.leave('svc_webhook_endpoint', { intent: { began: undefined } });
    const id = kinds.endpoint.make(s);
    expect(await (await s.provider()).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} may be left over`,
    ]);
  });

  it.each<[string, FaultEffect]>([
    ['refuses the list', { kind: 'status', status: 403 }],
    ['fails', { kind: 'status', status: 500 }],
    ['does not answer', { kind: 'hang-before' }],
  ])('costs a plan nothing but time if the platform %s', async (_, effect) => {
    const s = await scene();
    kinds.endpoint.make(s);
    s.sandbox.controls.faults.add({ operation: 'webhooks.list', times: 99, effect });
    const { forecast } = await s.provider();
    const began = performance.now();
    expect(await forecast('endpoint')).toEqual([]);
    expect(await forecast('endpoint')).toEqual([]);
    expect(performance.now() - began).toBeLessThan(8000);
    expect(s.sandbox.controls.requests.count('webhooks.list')).toBeLessThanOrEqual(1);
  });

  it('costs a plan of many creates one listing', async () => {
    const s = await scene();
    for (let index = 0; index < 150; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    const id = kinds.endpoint.make(s);
    const { platform, forecast } = await s.provider();
    for (let index = 0; index < 1000; index += 1)
      platform.creationPlanned({
        resource: 'svc_webhook_endpoint',
        values: { ...endpoint, url: `https://a.example/${index}` },
        isKnown: () => true,
      });
    expect(await forecast('endpoint')).toEqual([`Webhook endpoint ${id} looks the same`]);
    expect(s.sandbox.controls.requests.count()).toBe(2);
  });

  it('is named in lines that hold no address, no control character and no second command', async () => {
    const s = await scene();
    const name = 'ci\n\u001b[2J\u202e $(reboot)';
    const id = s.sandbox.controls.apiKeys.issue({ ...key, name }).id;
    const { platform } = await s.provider();
    const { webhooks } = s.sandbox.controls;
    const hook = { ...endpoint, url: 'https://hooks.example/T0KEN' };
    const hookId = webhooks.create(hook).id;
    for (const [resource, values] of [
      ['svc_api_key', { ...key, name }],
      ['svc_webhook_endpoint', hook],
    ] as const)
      platform.creationPlanned({ resource, values: { ...values }, isKnown: () => true });
    await platform.isForecastDue('plan');
    const [ofEndpoint, ofKey] = (await platform.makeForecast())
      .map(([, detail]) => detail.split('\n\n').at(-1)?.split('\n'))
      .toSorted((one, other) => Number(one?.[0]?.includes('key_')) - Number(other?.[0]?.includes('key_')));
    expect(ofEndpoint).toEqual([
      `  ${hookId}, for hooks.example`,
      `    terraform import svc_webhook_endpoint.NAME ${hookId}`,
    ]);
    expect(ofKey).toEqual([
      `  ${id}, "ci\\n\\u001b[2J\\u{202e} $(reboot)"`,
      `    terraform import svc_api_key.NAME ${id}`,
    ]);
  });

  it('is refused by look_alikes = "refuse" before anything is created, and accepted by its id', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const lookAlikes = 'refuse';
    expect(await (await s.provider({ lookAlikes })).forecast('endpoint')).toEqual([
      `Webhook endpoint ${id} looks the same`,
    ]);
    await expect(kinds.endpoint.create(s, { lookAlikes })).rejects.toThrow(
      `    terraform import svc_webhook_endpoint.NAME ${id}`,
    );
    expect(kinds.endpoint.all(s)).toEqual([id]);
    const accepted = await kinds.endpoint.create(s, { lookAlikes, acceptedLookAlikes: [id] });
    expect(accepted.warnings).toEqual([]);
  });

  it('is only warned of in a restricted run', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const made = await kinds.endpoint.create(s, { lookAlikes: 'refuse', record: { isWhole: false } });
    expect(made.warnings).toEqual([`Webhook endpoint ${id} looks the same`]);
  });

  it('is not reported if the plan of the run has seen it in a state', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.plan({ shown: [id] });
    const made = await kinds.endpoint.create(s, { lookAlikes: 'refuse', record: { terraform: s.here } });
    expect(made.warnings).toEqual([]);
  });
});
