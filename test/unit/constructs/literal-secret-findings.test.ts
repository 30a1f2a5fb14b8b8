import { App, Aspects, Lazy, TerraformLocal, TerraformStack, TerraformVariable, Testing, Token } from 'cdktf';
import { DataSvcTenants, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { exposedSecrets } from '../../../src/constructs/checks/secrets';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { aStack, refusal, synthesized } from './synthesis';

const planted = 'planted-literal-of-the-test';
const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'] };

/** Ways by which a literal gets into a stack that has an endpoint with a reference. */
const ways: Record<string, (stack: TerraformStack, alerts: WebhookEndpoint) => void> = {
  'a setter': (_, alerts) => {
    alerts.secret = planted;
  },
  'a lazy value': (_, alerts) => {
    alerts.secret = Lazy.stringValue({ produce: () => planted });
  },
  'an override': (_, alerts) => alerts.addOverride('secret', planted),
  'an override with a number': (_, alerts) => alerts.addOverride('secret', 20_261_121),
  'an override of the stack': stack =>
    stack.addOverride('resource.svc_webhook_endpoint.alerts.secret', planted),
  'an override of the provider': stack => stack.addOverride('provider.svc.0.api_key', planted),
  'an override of a variable': stack => stack.addOverride('variable.signing_secret.default', planted),
  'a block without a construct': stack =>
    stack.addOverride('resource.svc_webhook_endpoint.raw', { ...endpoint, secret: planted }),
  'a block in lists': stack =>
    stack.addOverride('resource.svc_webhook_endpoint', [{ raw: [{ ...endpoint, secret: planted }] }]),
  'a provider without a construct': stack => stack.addOverride('provider.svc', [{ api_key: planted }]),
  'an aspect': (stack, alerts) =>
    Aspects.of(stack).add({
      visit: one => {
        if (one === alerts) alerts.secret = planted;
      },
    }),
};

describe('a literal is refused, and not repeated, if it comes by', () => {
  it.each(Object.entries(ways))('%s', (_, change) => {
    const { stack, secret } = aStack();
    const alerts = new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret });
    expect(Testing.synth(stack)).toContain('var.signing_secret');
    change(stack, alerts);
    expect(() => Testing.synth(stack)).toThrow(
      new RegExp(`^\\[stack(?:/\\w+)?\\] [\\w.]+: The secret is a literal(?!.*${planted})`),
    );
  });
});

it('a plain text is refused by the constructor, with the ways to give a secret', () => {
  const { stack } = aStack();
  expect(() => new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret: planted })).toThrow(
    /^\[stack\/alerts\] svc_webhook_endpoint\.secret: The secret is a literal; .*TerraformVariable with sensitive: true/,
  );
  // CDK Terrain wraps this argument in a token, in which a literal cannot be seen.
  const writeOnly = { ...endpoint, secretWo: planted, secretWoVersion: 1 };
  expect(() => new WebhookEndpoint(stack, 'write-only', writeOnly)).toThrow(
    /^\[stack\/write-only\] svc_webhook_endpoint\.secret_wo: The secret is a literal;.* an EphemeralVariable/,
  );
  expect(() => new SvcProvider(stack, 'us', { alias: 'us', apiKey: planted })).toThrow(
    /^\[stack\/us\] svc\.api_key: .* Instead, leave api_key out and set SVC_API_KEY/,
  );
});

it('a default is named as the literal, and an empty one is told Token.nullValue(), which is accepted', () => {
  const optional = (value: unknown) => (stack: TerraformStack) => {
    const { stringValue: secret } = new TerraformVariable(stack, 'v', { default: value, sensitive: true });
    new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret });
  };
  expect(refusal(optional(''))).toMatch(
    /The secret is a literal, because of the default of the variable "v"; cdk\.tf\.json.*For a case without a secret, give Token\.nullValue\(\), also as the default/,
  );
  const { stack } = aStack();
  optional(Token.nullValue())(stack);
  expect(JSON.parse(synthesized(stack)).variable.v).toEqual({ default: null, sensitive: true });
});

it('all literals of a stack are reported together, each with its construct', () => {
  const message = refusal(stack => {
    const secret = new TerraformLocal(stack, 'l', planted).asString;
    new WebhookEndpoint(stack, 'one', { ...endpoint, secret });
    const inner = new Construct(stack, 'inner');
    new WebhookEndpoint(inner, 'two', { ...endpoint, secretWo: secret, secretWoVersion: 1 });
    new SvcProvider(stack, 'us', { alias: 'us', apiKey: secret });
  });
  expect(message.split('\n').map(line => line.split(': ')[0])).toEqual([
    '[stack/one] svc_webhook_endpoint.secret',
    '[stack/inner/two] svc_webhook_endpoint.secret_wo',
    '[stack/us] svc.api_key',
  ]);
  expect(message).not.toContain(planted);
});

it('a stack is judged whose only construct of ours is a data source', () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new DataSvcTenants(stack, 'tenants');
  stack.addOverride('resource.svc_webhook_endpoint.raw.secret', planted);
  expect(() => Testing.synth(stack)).toThrow(
    '[stack] svc_webhook_endpoint.raw.secret: The secret is a literal',
  );
});

it('a stack is judged that is written in HCL', () => {
  const stack = new TerraformStack(new App({ outdir: Testing.app().outdir, hclOutput: true }), 'stack');
  new SvcProvider(stack, 'svc');
  stack.addOverride('resource.svc_webhook_endpoint.raw.secret', planted);
  expect(() => Testing.synthHcl(stack)).toThrow('[stack] svc_webhook_endpoint.raw.secret: ');
});

it('a literal that comes between two syntheses of an app is found by the second', () => {
  const app = new App({ outdir: Testing.app().outdir });
  const stack = new TerraformStack(app, 'stack');
  new SvcProvider(stack, 'svc');
  app.synth();
  stack.addOverride('provider.svc.0.api_key', planted);
  expect(() => app.synth()).toThrow('[stack/svc] svc.api_key: The secret is a literal');
});

it('blocks of another provider are not judged', () => {
  const { stack } = aStack();
  stack.addOverride('provider.acme', [{ api_key: planted }]);
  expect(synthesized(stack)).toContain(planted);
});

it('every argument that the schema calls sensitive is judged', () => {
  const { provider, resource_schemas } = providerSchema().provider_schemas[providerSource] ?? {};
  const blocks = [['svc', provider] as const, ...Object.entries(resource_schemas ?? {})];
  expect(blocks.length).toBeGreaterThan(2);
  for (const [type, schema] of blocks) {
    const given = Object.entries(schema?.block.attributes ?? {}).filter(
      ([, attribute]) => 'optional' in attribute || 'required' in attribute,
    );
    const values = Object.fromEntries(given.map(([name]) => [name, planted]));
    const sensitive = given.filter(([, attribute]) => 'sensitive' in attribute).map(([name]) => name);
    expect(exposedSecrets(type, values, {}).map(({ attribute }) => attribute)).toEqual(sensitive);
  }
});
