/** Imports as users of cdktf's prebuilt providers write them, and a name in each. */
export const deepImports: readonly (readonly [path: string, name: string])[] = [
  ['lib/provider', 'SvcProvider'],
  ['lib/webhook-endpoint', 'WebhookEndpoint'],
  ['lib/api-key', 'ApiKey'],
  ['lib/data-svc-tenant', 'DataSvcTenant'],
  ['lib/webhook-endpoint/index.js', 'WebhookEndpoint'],
  ['lib/provider/index', 'SvcProvider'],
  ['lib/index.js', 'ApiScope'],
  ['lib', 'EventType'],
];

const classes = deepImports
  .map(([path, name], index) => `import { ${name} as Class${index} } from 'cdktf-provider-svc/${path}';`)
  .join('\n');

export const typedUse = `${classes}
import type { SvcProviderConfig, SvcProviderOauth } from 'cdktf-provider-svc/lib/provider';
import type { WebhookEndpointConfig } from 'cdktf-provider-svc/lib/webhook-endpoint';
import type { ApiKeyConfig, ApiKeyRotation } from 'cdktf-provider-svc/lib/api-key';
import { ApiKey } from 'cdktf-provider-svc';
import { type Sandbox, type SandboxOptions, startSandbox } from 'cdktf-provider-svc/sandbox';
export const rotation: ApiKeyRotation = { overlapDays: 1 };
export const config: [SvcProviderConfig, SvcProviderOauth, WebhookEndpointConfig] = [{}, {}, { url: 'https://a.example', events: [] }];
export const same: typeof Class2 = ApiKey;
export const key: ApiKeyConfig = { name: 'a', tenantId: 'ten_a', scopes: [], rotation };
export const classes = [${deepImports.map((_, index) => `Class${index}`).join(', ')}];
export async function use(options: SandboxOptions): Promise<string> {
  const sandbox: Sandbox = await startSandbox(options);
  const [endpoint] = sandbox.controls.webhooks.all();
  sandbox.controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-after' } });
  return endpoint?.url ?? sandbox.url;
}
`;

export const typedMisuse = `import type { ApiKeyConfig } from 'cdktf-provider-svc/lib/api-key';
import { type Fault, startSandbox } from 'cdktf-provider-svc/sandbox';
export const key: ApiKeyConfig['name'] = 1;
export { WebhookEndpointBase } from 'cdktf-provider-svc/lib/webhook-endpoint';
export const fault: Fault = { operation: 'webhooks.craete', effect: { kind: 'drop-after' } };
export const sandbox = startSandbox({ port: '80' });
`;
