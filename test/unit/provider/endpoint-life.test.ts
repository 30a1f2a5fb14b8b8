import { describe, expect, it } from 'vitest';
import { created, endpoint, lacking, like } from './managed-object';

describe('an endpoint', () => {
  it('keeps a secret that others have set, until the configuration changes its own', async () => {
    const { object, values, controls } = await created('svc_webhook_endpoint');
    controls.webhooks.update(object.id, { secret: 'theirs' });
    await object.apply({ ...values, url: 'https://b.example/' });
    expect(controls.webhooks.stored(object.id)?.secret).toBe('theirs');
    await object.apply({ ...values, secret: 'ours' });
    expect(controls.webhooks.stored(object.id)?.secret).toBe('ours');
  });

  it('is sent its secret again after a lost answer to another one, which the configuration has taken back', async () => {
    const { object, values, controls } = await created('svc_webhook_endpoint');
    await object.loseTheAnswerOf({ ...values, secret: 'lost' });
    expect(controls.webhooks.stored(object.id)?.secret).toBe('lost');
    await object.refresh();
    const doubt = like(/may sign with another secret: An earlier apply sent/);
    expect((await object.plan(values)).said).toEqual(doubt);
    object.beginWalk(lacking('webhooks.update'));
    expect((await object.plan(values)).said, 'without updates, none was taken').toEqual([]);
    object.beginWalk({});
    expect(await object.apply(values)).toEqual([]);
    expect(controls.webhooks.stored(object.id)?.secret).toBe(endpoint.secret);
    expect(object.state).toMatchObject({ status: 'active', secret: endpoint.secret });
    expect((await object.plan(values)).said).toEqual([]);
    await object.loseTheAnswerOf({ ...values, secret: 'lost' });
    await object.planReplacement(values);
    await object.apply(values);
    expect((await object.plan(values)).said, 'after a replacement').toEqual([]);
    await object.loseTheAnswerOf({ ...values, secret: 'lost' });
    const open = { ...values, secret: null, url: 'https://b.example/' };
    await object.apply(open);
    expect((await object.plan(open)).said, 'none was sent').toEqual(like(/has none to send\. Give one/));
    controls.webhooks.update(object.id, { status: 'degraded' });
    await object.refresh();
    const { said } = await object.plan({ ...open, on_degraded: 'replace' });
    expect(said, 'a new one gets its own').toEqual(like(/is replaced by a new registration/));
  });

  it.each([
    ['warn', like(/^Webhook endpoint wh_\w+ is degraded/), []],
    ['ignore', [], []],
    ['replace', like(/is replaced by a new registration because it is degraded/), ['status']],
  ])('that is degraded, with on_degraded = "%s"', async (on_degraded, warnings, replaces) => {
    const { object, values, controls } = await created('svc_webhook_endpoint', { on_degraded });
    controls.webhooks.update(object.id, { status: 'degraded' });
    expect(await object.refresh()).toEqual([]);
    expect(await object.plan(values)).toMatchObject({ said: warnings, replaces });
    object.settings = lacking('webhooks.update');
    await object.refresh();
    const { said } = await object.plan({ ...values, events: ['incident.created'] });
    expect(said, 'a replacement needs no advice').toEqual(like(/is replaced by a new registration/));
  });
});
