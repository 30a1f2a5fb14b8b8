/**
 * The collections of the platform's API, one line each. Each line creates the collection's client (`client.webhooks`)
 * and the names of its operations (`webhooks.create`). The sandbox does not compile until it serves the collection.
 */
export { apiKeys } from './api-keys';
export { tenants } from './tenants';
export { webhooks } from './webhooks';
