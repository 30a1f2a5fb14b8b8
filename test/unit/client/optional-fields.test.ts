import { describe, expect, it } from 'vitest';
import { createCollection } from '../../../src/client/collections/collection';
import type { CollectionContract } from '../../../src/client/contract/collection-contract';
import { type Decoder, identifier, nullable, object, text } from '../../../src/client/contract/decode';
import { webhooks } from '../../../src/client/contract/webhooks';
import { Ambiguous } from '../../../src/client/errors';
import type { Transport } from '../../../src/client/http/transport';
import { createRedactor } from '../../../src/client/redaction/redaction';
import { FakeClock } from './fake-clock';

interface Rule {
  readonly id: string;
  readonly description: string | undefined;
}

const rule: Decoder<Rule> = object(field => ({
  id: field('id', identifier),
  description: field('description', nullable(text)),
}));

const contract: CollectionContract<{ item: Rule; created: Rule; wanted: object; changes: object }> = {
  operations: webhooks.operations,
  item: rule,
  created: rule,
};

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
    const collection = collectionThatAnswers({ id: 'wh_1', ...fields });
    expect(await collection.create({})).toEqual({ id: 'wh_1', description });
    expect(await collection.find('wh_1')).toEqual({ id: 'wh_1', description });
  });

  it('leaves the outcome open when it is invalid, and the error has the id', async () => {
    const created = collectionThatAnswers({ id: 'wh_1', description: 7 }).create({});
    await expect(created).rejects.toBeInstanceOf(Ambiguous);
    await expect(created).rejects.toMatchObject({ id: 'wh_1' });
  });
});
