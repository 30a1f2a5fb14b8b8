import { describe, expect, it } from 'vitest';
import { scenario, withLogs } from '../scenario';

const endpoint = (url: string) => `resource "svc_webhook_endpoint" "a" {
  url    = "${url}"
  events = ["alert.created", "incident.created"]
  secret = var.signing
}
`;

describe('a scenario with the provider', () => {
  it('applies to the platform, sees what happened behind its back, heals it and destroys', async () => {
    const s = await scenario();
    await s.plantSecret('signing');
    const { plan, state } = await s.planAndApply(endpoint('https://a.example/hook'));
    expect(plan.actionsOn('svc_webhook_endpoint.a')).toEqual(['create']);
    const id = String(state.resources[0]?.values['id']);

    await s.behindTheBack(api => api.webhooks.update(id, { url: 'https://b.example/hook' }));
    const seen = await s.plan();
    expect(seen.drift['svc_webhook_endpoint.a']?.after).toMatchObject({ url: 'https://b.example/hook' });
    expect(seen.actionsOn('svc_webhook_endpoint.a')).toEqual(['update']);
    await s.apply(undefined, { warnings: [/was redirected to b\.example/] });

    await s.behindTheBack(api => api.webhooks.delete(id));
    expect((await s.plan()).actionsOn('svc_webhook_endpoint.a')).toEqual(['create']);
    await s.apply(undefined, { warnings: [/was deleted on the platform/] });
    await s.destroy();
    expect(s.platform.controls.webhooks.all()).toEqual([]);
  });

  it('imports what was there before', async () => {
    const s = await scenario();
    await s.plantSecret('signing');
    const found = { url: 'https://a.example/hook', events: ['alert.created', 'incident.created'] };
    const { id } = await s.behindTheBack(api => api.webhooks.create(found));
    await s.configure(endpoint('https://a.example/hook'));
    const state = await s.import('svc_webhook_endpoint.a', id);
    expect(state.resources).toMatchObject([
      { address: 'svc_webhook_endpoint.a', values: { id, secret: null } },
    ]);
  });

  it('reads what the provider logs', async () => {
    const s = await scenario({ environment: withLogs });
    await s.plantSecret('signing');
    await s.apply(endpoint('https://a.example/hook'));
    const modules = (await s.logs()).map(({ module }) => module);
    expect(modules).toContainEqual(expect.stringMatching(/^provider\.terraform-provider-svc/));
  });
});
