/** The collections of the platform, one line each; the names are those of the client's contract. */
export { apiKeys } from './api-keys';
export { tenants } from './tenants';
export { webhooks } from './webhooks';
