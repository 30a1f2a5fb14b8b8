import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { combinations, said } from './combinations';
import { Ground } from './ground';

const both = endpoint('a') + key('k');
const unreadable = ['webhooks.list', 'webhooks.get', 'apiKeys.list', 'apiKeys.get'];
const provider = `request_timeout = 5\nmax_retries = 1\nunavailable_operations = ${JSON.stringify(unreadable)}`;
const minutes = 60_000;

describe.each(combinations)('no id and no list to search, Idempotency-Key %s, %s', (idempotency, kind) => {
  it('after the time for late responses the request is repeated with the same Idempotency-Key and a warning; nothing is blocked', async () => {
    let shift = 0;
    const ground = await Ground.prepare({
      idempotency,
      kind,
      provider,
      sandbox: { clock: () => Date.now() + shift },
    });
    const { s, controls } = ground;
    const keysSent = () => controls.requests.all().flatMap(({ idempotencyKey }) => idempotencyKey ?? []);
    await s.configure(both);
    const made = await ground.cutOffInRequest('hang-after', { requests: 2 });
    const first = keysSent();
    expect(new Set(first).size).toBe(2);
    controls.requests.clear();
    shift = 5 * minutes;
    const planned = (await ground.warnings()).join('\n');
    expect(planned).toMatch(/Webhook endpoint may be left over: for receiver.example/);
    expect(planned).toMatch(/API key may be left over: "k"/);
    const isReplayed = idempotency === 'honoured';
    for (const id of isReplayed ? [] : made) s.disown(id);
    const { state, next } = await s.apply(undefined, { warnings: 'any' });
    expect(keysSent().toSorted()).toEqual(first.toSorted());
    expect(ground.ids).toHaveLength(isReplayed ? 2 : 4);
    const inState = state.resources.map(({ values }) => String(values['id']));
    expect(inState.toSorted()).toEqual(isReplayed ? made.toSorted() : expect.not.arrayContaining([...made]));
    expect(next.warnings.map(({ summary }) => summary)).not.toContainEqual(
      expect.stringMatching(/left over/),
    );
    for (const id of inState) s.disown(id);
    recordRow({
      fault: 'killed before the platform’s answer, and the platform lacks get and list',
      moment: `requests for an endpoint and a key, carried out; then a whole run (${said(idempotency, kind)})`,
      outcome: isReplayed
        ? 'asked again under the same Idempotency-Key: the same objects, with a warning'
        : 'asked again under the same Idempotency-Key; warnings say that there may be two',
    });
  });
});
