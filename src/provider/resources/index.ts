/**
 * The resources, one line each. A file exports its `definition`. With `creation` it also exports how its objects are
 * created exactly once.
 */
export * as apiKey from './api-key';
export * as webhookEndpoint from './webhook-endpoint';
