import { SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { demands } from '../../../src/constructs/gen/checks';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { aStack } from './synthesis';

const planted = 'planted-literal-of-the-test';
const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'] };

it('a secret that is a plain text is refused, and not repeated, with the ways to give a secret', () => {
  const { stack, secret } = aStack();
  const alerts = new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret });
  const isLiteral = (place: string, remedy: string) =>
    new RegExp(`^\\[stack/${place}: The secret is a literal;(?!.*${planted}).*${remedy}`);
  expect(() => new WebhookEndpoint(stack, 'plain', { ...endpoint, secret: planted })).toThrow(
    isLiteral('plain\\] svc_webhook_endpoint\\.secret', 'TerraformVariable with sensitive: true'),
  );
  expect(() => {
    alerts.secret = planted;
  }).toThrow(isLiteral('alerts\\] svc_webhook_endpoint\\.secret', 'TerraformVariable'));
  // CDK Terrain wraps this argument in a token, in which a literal cannot be seen.
  const writeOnly = { ...endpoint, secretWo: planted, secretWoVersion: 1 };
  expect(() => new WebhookEndpoint(stack, 'write-only', writeOnly)).toThrow(
    isLiteral('write-only\\] svc_webhook_endpoint\\.secret_wo', 'an EphemeralVariable'),
  );
  expect(() => new SvcProvider(stack, 'us', { alias: 'us', apiKey: planted })).toThrow(
    isLiteral('us\\] svc\\.api_key', 'leave api_key out and set SVC_API_KEY'),
  );
});

it('every argument that the schema calls sensitive is a secret', () => {
  const { provider, resource_schemas } = providerSchema().provider_schemas[providerSource] ?? {};
  const blocks = [['svc', provider] as const, ...Object.entries(resource_schemas ?? {})];
  expect(blocks.length).toBeGreaterThan(2);
  for (const [type, schema] of blocks) {
    const sensitive = Object.entries(schema?.block.attributes ?? {}).filter(
      ([, attribute]) => 'sensitive' in attribute && ('optional' in attribute || 'required' in attribute),
    );
    const secrets = Object.entries(demands[type] ?? {}).filter(([, { isSecret }]) => isSecret);
    expect(secrets.map(([name]) => name)).toEqual(sensitive.map(([name]) => name));
  }
});
