/**
 * The collections of the platform's API, one line each. A line here makes the collection's client (`client.webhooks`)
 * and the names of its operations (`webhooks.create`). The sandbox does not compile until it serves them.
 */
export { apiKeys } from './api-keys';
export { tenants } from './tenants';
export { webhooks } from './webhooks';
