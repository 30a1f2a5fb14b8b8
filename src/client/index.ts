export type { ApiKeys, NewApiKey } from './api-keys';
export { type BaseUrl, isLoopback, normalizedAddress, parseBaseUrl } from './base-url';
export { knownEventTypes, knownScopes } from './catalogue';
export { demandCertificateChecks } from './certificate-checks';
export { type Client, type ClientOptions, createClient } from './client';
export type { ClientEvent } from './client-event';
export { type Clock, systemClock } from './clock';
export type { CreateOptions } from './collection';
export {
  contract,
  isOperationName,
  type Operation,
  type OperationName,
  operationNames,
  operationOf,
} from './contract';
export type { CredentialSource } from './credential-source';
export * from './errors';
export { identifierFault } from './identifier';
export type { PlatformRefusal } from './platform-refusal';
export type { PlatformTime } from './platform-time';
export { printable, printableLines } from './printable';
export { type Proxies, proxiesOf } from './proxies';
export type { ApiKeyRecord, IssuedApiKey, TenantRecord, WebhookEndpointRecord } from './records';
export { redact } from './redaction';
export type { Tenants } from './tenants';
export type { NewWebhookEndpoint, WebhookEndpointChanges, Webhooks } from './webhooks';
