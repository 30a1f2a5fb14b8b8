// jsii compiles this folder only, so code that other rooms need, too, stands in it: addresses/, installation/,
// policy/rules/ and checks/did-you-mean.ts, which import nothing from outside and no CDK.
// What this file does not export is internal.

export { ApiScope } from './api-scope';
export { EphemeralVariable, type EphemeralVariableConfig } from './ephemeral-variable';
export { EventType } from './event-type';
export * from './gen';
export type { SvcPolicyConfig } from './policy/rules/svc-policy-config';
export { PolicyAction } from './policy-action';
export { SvcFunctions } from './svc-functions';
export { SvcPolicy } from './svc-policy';
export { SvcProvider, type SvcProviderConfig } from './svc-provider';
