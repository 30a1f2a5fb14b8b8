import type { ProviderSchema } from '@cdktf/commons';
import { describe, expect, it } from 'vitest';
import { generateBindings } from '../../../scripts/generate-bindings';
import { providerSchema } from '../../../src/provider/registry-schema';

describe('the generated bindings', () => {
  it('follow the schema: a new attribute is a documented member, a new nested object a public class', async () => {
    const extended: ProviderSchema = JSON.parse(
      JSON.stringify(providerSchema()).replace(
        /(?<="svc_webhook_endpoint":.*?)"created_at":/,
        '"quota":{"optional":true,"description":"Limits.","nested_type":{"nesting_mode":"single","attributes":' +
          '{"per_day":{"type":"number","optional":true,"description":"Deliveries a day."}}}},"created_at":',
      ),
    );
    const bindings = await generateBindings(extended);
    expect(bindings.get('webhook-endpoint.ts')).toMatch(/\/\*\* Limits\. \*\/\n {2}public get quota\(\)/);
    expect(bindings.get('webhook-endpoint.ts')).toMatch(
      /\/\*\* Deliveries a day\. \*\/\n {2}public get perDay\(\)/,
    );
    expect(bindings.get('index.ts')).toContain('WebhookEndpointQuotaOutputReference');
    expect(bindings.get('index.ts')).not.toContain('WebhookEndpointBase');
  });
});
