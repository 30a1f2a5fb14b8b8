import { collection } from './collection-contract';
import { arrayOf, DecodeFault, type Decoder, identifier, maskSign, nonEmptyText, text } from './decode';
import { assigned, type Created, fixed, type Item, issued, type Wanted, writable } from './fields';
import { operationsAt } from './operation';
import { timeOfCreation } from './time';

/** A state would keep a mask in place of the value, and nobody would have the key. */
const unmasked: Decoder<string> = (value, path) => {
  if (maskSign.test(String(value))) throw new DecodeFault(path, 'a value without a mask');
  return nonEmptyText(value, path);
};

/** All operations are assumed: the document does not show how keys are issued (paragraph 5.1). No scope covers them. */
export const apiKeys = collection(operationsAt('/v1/api_keys', { paragraph: '5.1' }), {
  /** Usually with the prefix `key_`. */
  id: assigned(identifier),
  name: writable(text, { identifies: true }),
  /** Tenant that the key belongs to; prefix `ten_` (paragraph 2.4). */
  tenant_id: fixed(identifier, { identifies: true }),
  /**
   * Permission scopes. An empty list means an unrestricted key (paragraph 5.1). Null says nothing: it may stand for an
   * unrestricted key, or for scopes that are not shown.
   */
  scopes: writable(arrayOf(text), { identifies: true }),
  /** `live` or `test`. Any other value counts as live where that matters. */
  environment: assigned(text),
  created_at: timeOfCreation,
  /** `svc_live_` or `svc_test_` and 32 characters (paragraph 2.4). */
  key: issued(unmasked),
});

/** An API key as the platform returns it after its creation, always without its value. */
export type ApiKeyRecord = Item<typeof apiKeys.fields>;
/** The response to the creation of a key: the only one that contains its value. */
export type IssuedApiKey = Created<typeof apiKeys.fields>;
export type NewApiKey = Wanted<typeof apiKeys.fields>;
