/**
 * The resources, one line each. A file exports its `definition`, and with `creation` how its objects are created once.
 */
export * as apiKey from './api-key';
export * as webhookEndpoint from './webhook-endpoint';
