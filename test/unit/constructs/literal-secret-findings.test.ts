import { SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
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
