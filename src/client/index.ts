export { printable, printableLines } from '../words/printable';
export { type Client, createClient } from './client';
export type { Collection } from './collections/collection';
export type { Listed } from './collections/listing';
export { normalizedAddress, parseBaseUrl } from './contract/base-url';
export { environmentOf, knownEventTypes, knownScopes } from './contract/catalogue';
export type { CollectionTypes } from './contract/collection-contract';
export {
  contract,
  isOperationName,
  type ManagedCollectionName,
  type OperationName,
  operationNames,
} from './contract/operations';
export * from './errors';
export { type Clock, systemClock } from './http/clock';
export { proxiesOf } from './http/connections/proxies';
export type { PlatformTime } from './http/platform-time';
export type { ClientOptions, CredentialSource } from './http/settings';
export { redact } from './redaction/redaction';
export { shellWord } from './redaction/shell-word';
