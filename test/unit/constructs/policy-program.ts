import { type TerraformStack, TerraformVariable } from 'cdktf';
import { ApiKey, type ApiKeyConfig, WebhookEndpoint, type WebhookEndpointConfig } from 'cdktf-provider-svc';
import type { Construct } from 'constructs';

/** A key with one scope, unless it is unrestricted. */
export function aKey(scope: Construct, config: Partial<ApiKeyConfig> = {}, id = 'key'): ApiKey {
  const scopes = config.unrestricted === undefined ? { scopes: ['alerts:read'] } : {};
  return new ApiKey(scope, id, { name: 'key', tenantId: 'ten_1', ...scopes, ...config });
}

export function anEndpoint(
  stack: TerraformStack,
  config: Partial<WebhookEndpointConfig> = {},
): WebhookEndpoint {
  const url = 'https://hooks.example.com/alerts';
  const secret = new TerraformVariable(stack, 'secret', { sensitive: true }).stringValue;
  return new WebhookEndpoint(stack, 'alerts', { url, events: ['alert.created'], secret, ...config });
}

/** The annotations of a stack, each with the path of its construct. cdktf-cli prints them. */
export function messagesOf(stack: TerraformStack) {
  const all = stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata.map(({ type, data }) => ({ type, text: `[${node.path}] ${data}` })));
  const ofType = (wanted: string) => all.filter(({ type }) => type === wanted).map(({ text }) => text);
  return { errors: ofType('@cdktf/error'), warnings: ofType('@cdktf/warn') };
}
