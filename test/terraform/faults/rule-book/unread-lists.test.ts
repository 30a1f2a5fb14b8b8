import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { Ground } from './ground';

const provider = 'look_alikes = "refuse"\nmax_retries = 0';
const failing = { times: Number.POSITIVE_INFINITY, effect: { kind: 'status', status: 503 } } as const;
const lists = ['webhooks.list', 'apiKeys.list'] as const;

describe('look_alikes = "refuse", and a list cannot be read to its end', () => {
  it('the plan is an error and nothing is created; a restricted run and a destroy go on', async () => {
    const ground = await Ground.prepare({ provider });
    const { s, controls } = ground;
    await ground.applyAlone(endpoint('a') + key('a'));
    for (const operation of lists) controls.faults.add({ operation, ...failing });
    const before = ground.ids;
    await s.configure(endpoint('a') + key('a') + endpoint('b') + key('b'));
    const refused = await s.terraform('plan', '-no-color');
    expect(refused.code).toBe(1);
    for (const noun of ['Webhook endpoint', 'API key'])
      expect(refused.stderr).toContain(`${noun}: equal ones cannot be refused`);
    expect(ground.ids).toEqual(before);
    await ground.applyAlone(undefined, '-target=svc_webhook_endpoint.b');
    expect(ground.ids).toHaveLength(3);
    await ground.succeed('destroy', '-auto-approve', '-no-color');
    expect(ground.ids).toEqual([]);
  });

  it('a rotation that issues a key is such a create, and one that is not due is none', async () => {
    const ground = await Ground.prepare({ provider });
    const { s, controls } = ground;
    const rotated = (release: number) =>
      key('a', { more: `rotation = { overlap_days = 0, triggers = { release = "${release}" } }` });
    await ground.applyAlone(rotated(1));
    controls.faults.add({ operation: 'apiKeys.list', ...failing });
    await ground.succeed('plan', '-no-color');
    await s.configure(rotated(2));
    const refused = await s.terraform('apply', '-auto-approve', '-no-color');
    expect([refused.code, controls.requests.count('apiKeys.create')]).toEqual([1, 1]);
    controls.faults.clear();
    await s.apply(rotated(2), { warnings: 'any' });
  });

  it('a list without next_cursor is refused with the setting to declare it whole, and "warn" says once what was compared', async () => {
    const dialect = { lastPage: {} };
    const ground = await Ground.prepare({
      provider: `${provider}\nlists_are_whole = var.whole`,
      sandbox: { dialect },
    });
    const { s } = ground;
    await s.behindTheBack(({ webhooks }) =>
      webhooks.create({ url: 'https://receiver.example/theirs', events: ['alert.created'] }),
    );
    const blocks = `variable "whole" {\n  default = false\n}\n${endpoint('a')}${endpoint('b')}`;
    await s.configure(blocks);
    const refused = await s.terraform('plan', '-no-color');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('lists_are_whole = true')]);
    await s.apply(blocks, { variables: { whole: true } });

    const warned = await Ground.prepare({ provider: '', sandbox: { dialect } });
    await warned.s.behindTheBack(({ webhooks }) =>
      webhooks.create({ url: 'https://receiver.example/theirs', events: ['alert.created'] }),
    );
    await warned.s.configure(endpoint('a') + endpoint('b'));
    const said = await warned.warnings();
    expect(said).toEqual([
      expect.stringMatching(/^Webhook endpoint: equal ones may exist unseen\n.* with 1 objects/),
    ]);
  });
});

describe('look_alikes = "refuse", and the note of the saved plan is not whole', () => {
  it.each([['a restricted plan between a plan and its apply', [], true]] as const)(
    '%s: the apply refuses an equal object, and creates without one',
    async (_, flags, isBetween) => {
      const ground = await Ground.prepare({ provider });
      const { s } = ground;
      const { id } = await s.behindTheBack(({ webhooks }) =>
        webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }),
      );
      await s.configure(endpoint('a') + endpoint('b'));
      const between = () => ground.succeed('plan', '-target=svc_webhook_endpoint.b', '-out=b.tfplan');
      await ground.succeed('plan', '-out=a.tfplan', ...flags);
      if (isBetween) await between();
      const refused = await s.terraform('apply', '-no-color', 'a.tfplan');
      expect(refused.code).toBe(1);
      expect(refused.stderr).toContain(`Webhook endpoint ${id} looks the same`);
      expect(ground.ids.filter(each => each !== id)).toHaveLength(isBetween ? 1 : 0);

      await s.behindTheBack(({ webhooks }) => webhooks.delete(id));
      await ground.succeed('plan', '-out=a.tfplan', ...flags);
      if (isBetween) await between();
      await ground.succeed('apply', 'a.tfplan');
      expect(ground.ids).toHaveLength(isBetween ? 2 : 1);
    },
  );
});
