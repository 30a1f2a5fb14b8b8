import { expectTypeOf, test } from 'vitest';
import type { Client, OperationName, Unsupported } from '../../src/client';
import type { ApiKeyRecord, IssuedApiKey } from '../../src/client/contract/api-keys';
import type { WebhookEndpointRecord } from '../../src/client/contract/webhooks';

type Argument<
  Call extends (...parameters: never[]) => unknown,
  Position extends number,
> = Parameters<Call>[Position];

test('an object that may be gone has to be looked at before it is used', () => {
  expectTypeOf<Client['webhooks']['find']>().returns.resolves.toEqualTypeOf<
    WebhookEndpointRecord | undefined
  >();
  expectTypeOf<Client['apiKeys']['find']>().returns.resolves.toEqualTypeOf<ApiKeyRecord | undefined>();
});

test('a key’s value is in the answer to its creation and in no other', () => {
  expectTypeOf<Client['apiKeys']['create']>().returns.resolves.toEqualTypeOf<IssuedApiKey>();
  expectTypeOf<ApiKeyRecord>().not.toHaveProperty('key');
  expectTypeOf<WebhookEndpointRecord>().not.toHaveProperty('secret');
});

test('a tenant cannot be changed, nor a field that is not there', () => {
  type Changes = Argument<Client['apiKeys']['update'], 1>;
  expectTypeOf<keyof Changes>().toEqualTypeOf<'name' | 'scopes'>();
  expectTypeOf<keyof Argument<Client['webhooks']['update'], 1>>().toEqualTypeOf<
    'url' | 'events' | 'secret'
  >();
});

test('operations are the contract’s, and errors carry one', () => {
  expectTypeOf<'webhooks.get'>().toExtend<OperationName>();
  expectTypeOf<'webhooks.patch'>().not.toExtend<OperationName>();
  expectTypeOf<Unsupported['operation']>().toEqualTypeOf<OperationName>();
});
