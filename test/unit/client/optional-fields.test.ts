import { describe, expect, it } from 'vitest';
import { createCollection } from '../../../src/client/collections/collection';
import { collection } from '../../../src/client/contract/collection-contract';
import { identifier, nullable, text } from '../../../src/client/contract/decode';
import { assigned, writable } from '../../../src/client/contract/fields';
import { webhooks } from '../../../src/client/contract/webhooks';
import { Ambiguous } from '../../../src/client/errors';
import type { Transport } from '../../../src/client/http/transport';
import { createRedactor } from '../../../src/client/redaction/redaction';
import { FakeClock } from './fake-clock';

const contract = collection(webhooks.operations, {
  id: assigned(identifier),
  description: writable(nullable(text)),
});

function collectionThatAnswers(body: object) {
  const clock = new FakeClock();
  const transport: Transport = {
    call: async () => ({
      kind: 'response',
      status: 201,
      header: () => undefined,
      body: { text: JSON.stringify(body) },
    }),
    redactor: createRedactor(),
    isUnavailable: () => false,
    coalesces: true,
    clock,
    platformClock: { latest: undefined, note: () => {} },
  };
  return createCollection(transport, 'webhooks', contract);
}

describe('an optional field in the answer to a create', () => {
  it.each([
    ['absent', {}, undefined],
    ['null', { description: null }, undefined],
    ['given', { description: 'one' }, 'one'],
  ])('is read when it is %s, and in later reads', async (_how, fields, description) => {
    const rules = collectionThatAnswers({ id: 'wh_1', ...fields });
    expect(await rules.create({})).toEqual({ id: 'wh_1', description });
    expect(await rules.find('wh_1')).toEqual({ id: 'wh_1', description });
  });

  it('leaves the outcome open when it is invalid, and the error has the id', async () => {
    const created = collectionThatAnswers({ id: 'wh_1', description: 7 }).create({});
    await expect(created).rejects.toBeInstanceOf(Ambiguous);
    await expect(created).rejects.toMatchObject({ id: 'wh_1' });
  });
});
