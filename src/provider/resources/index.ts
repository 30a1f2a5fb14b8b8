/** The resources, one line each. */
export * as apiKey from './api-key';
export * as webhookEndpoint from './webhook-endpoint';
