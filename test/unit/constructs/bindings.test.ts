import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProviderSchema } from '@cdktf/commons';
import { describe, expect, it } from 'vitest';
import { generateBindings } from '../../../scripts/generate-bindings';
import { providerSchema } from '../../../src/provider/registry-schema';

const folder = 'src/constructs/gen';

function schema(): ProviderSchema {
  return JSON.parse(JSON.stringify(providerSchema()));
}

describe('the generated bindings', () => {
  it('match the provider’s definitions, and are deterministic', async () => {
    const committed = new Map(
      readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')] as const),
    );
    expect(await generateBindings(schema())).toEqual(committed);
    expect(await generateBindings(schema())).toEqual(committed);
  });

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

  it('name no page of a registry, since the provider is in none', () => {
    for (const name of readdirSync(folder)) {
      expect(readFileSync(path.join(folder, name), 'utf8')).not.toMatch(/https?:\/\/registry/);
    }
  });
});
