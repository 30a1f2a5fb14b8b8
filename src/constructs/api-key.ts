import { ApiKeyBase } from './gen/api-key';

/**
 * A long-lived API key, bound to one tenant and to a set of permission scopes. The platform shows its value (`key`)
 * once, at creation. The Terraform state stores the value. `ApiScope` has the known names of `scopes`; any other name is
 * accepted, too.
 *
 * @see docs/resources/api_key.md
 * @example
 *
 * import { App, TerraformStack } from 'cdktf';
 * import { ApiKey, ApiScope } from 'cdktf-provider-svc';
 *
 * const stack = new TerraformStack(new App(), 'security');
 * new ApiKey(stack, 'dashboard', {
 *   name: 'dashboard',
 *   tenantId: 'ten_acme',
 *   scopes: [ApiScope.ALERTS_READ],
 *   rotation: { afterDays: 90, overlapDays: 3 },
 * });
 */
export class ApiKey extends ApiKeyBase {}
