import { describe, expect, it } from 'vitest';
import { Claims } from '../../../src/provider/creation/journal/claims';
import { lines } from '../../../src/provider/creation/journal/entry';
import { answered, kinds } from './created-kinds';
import { endpoint, intentOf, key, scene } from './creation-fixture';

type Kind = keyof typeof kinds;

describe('each object belongs to one create', () => {
  it('also if two provider blocks, each with its own process, need equal objects', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', {}, answered(id));
    const blocks = [await s.applying(), await s.applying()];
    const made = await Promise.all(
      blocks.map(({ platform, site }) => platform.webhooks.create(endpoint, site)),
    );
    expect(new Set(made.map(each => each.id)).size).toBe(2);
    expect(made.map(each => each.id)).toContain(id);
    expect(kinds.endpoint.all(s)).toHaveLength(2);
  });

  it.each([
    ['lives', {}, false],
    ['was killed', { started: '1' }, true],
  ])('a claim of a Terraform that %s counts as long as that one lives', async (_, changes, isTaken) => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    s.leave('svc_webhook_endpoint', {}, answered(id));
    expect(new Claims(s.folder).take(id, { ...s.here, ...changes })).toBe(true);
    expect((await kinds.endpoint.create(s)).id === id).toBe(isTaken);
  });

  it('a create with a lost response never adopts an object that another provider block has just created', async () => {
    const s = await scene();
    const first = await s.applying();
    const second = await s.applying();
    const theirs = await first.platform.apiKeys.create(key, first.site);
    s.sandbox.controls.faults.add({ operation: 'apiKeys.create', effect: { kind: 'drop-before' } });
    const ours = await second.platform.apiKeys.create(key, second.site);
    expect(kinds.key.all(s).toSorted()).toEqual([theirs.id, ours.id].toSorted());
  });
});

describe('a process that lives', () => {
  it('is waited for, and then its objects are not touched', async () => {
    const s = await scene();
    const text =
      lines.run({ ...s.record, owner: s.here }) + lines.intent(1, intentOf('svc_webhook_endpoint'));
    s.write(text);
    let isDone = false;
    const creating = kinds.endpoint.create(s).then(made => {
      isDone = true;
      return made;
    });
    await new Promise(resolve => setTimeout(resolve, 150));
    expect(isDone).toBe(false);
    const id = kinds.endpoint.make(s);
    s.write(text, answered(id));
    expect((await creating).id).not.toBe(id);
  });

  it('on another host is ignored, with its objects', async () => {
    const s = await scene();
    const id = kinds.endpoint.make(s);
    const elsewhere = { host: 'elsewhere.invalid', boot: 'another', pid: 1, started: '1' };
    s.leave('svc_webhook_endpoint', { run: { owner: elsewhere, terraform: elsewhere } }, answered(id));
    expect(await (await s.provider()).forecast('endpoint')).toEqual([]);
    expect((await kinds.endpoint.create(s)).id).not.toBe(id);
  });
});

describe('the cost of the search', () => {
  const kindOf = (kind: Kind) => kinds[kind];

  it('is one listing for concurrent creates, not one each', async () => {
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

  it('is avoided on a platform that is too large: the request is repeated with a warning', async () => {
    const s = await scene();
    for (let index = 0; index < 2001; index += 1)
      s.sandbox.controls.webhooks.create({ ...endpoint, url: `https://b.example/${index}` });
    s.sandbox.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-before' } });
    const made = await kindOf('endpoint').create(s);
    expect(made.warnings).toEqual(['Webhook endpoint for a.example was asked for twice']);
    expect(kinds.endpoint.all(s)).toHaveLength(2002);
  });
});
