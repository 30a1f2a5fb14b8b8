export { ApiScope } from './api-scope';
export { EphemeralVariable, type EphemeralVariableConfig } from './ephemeral-variable';
export { EventType } from './event-type';
export * from './gen';
export { SvcFunctions } from './svc-functions';
export { SvcProvider, type SvcProviderConfig } from './svc-provider';
