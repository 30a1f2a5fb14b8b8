import {
  App,
  DataResource,
  Fn,
  TerraformIterator,
  TerraformLocal,
  TerraformOutput,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { DataSvcTenants, SvcFunctions, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
import { Construct } from 'constructs';
import { describe, expect, it, vi } from 'vitest';
import type { Rule } from '../../../src/constructs/checks/finding';
import { originByItself } from '../../../src/constructs/checks/literal-secret';
import { providerSecrets, sealedResources } from '../../../src/constructs/checks/sealed-blocks';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { aStack, expression, refusal, synthesized } from './synthesis';

const planted = 'planted-literal-of-the-test';
const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'] };

describe('a literal is refused as early as possible', () => {
  it.each([
    planted,
    expression(`sensitive("${planted}")`),
    `${planted}-${expression('terraform.workspace')}`,
  ])('by the constructor, where the text tells it: %s', secret => {
    const { stack } = aStack();
    expect(() => new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret })).toThrow('[stack/alerts]');
  });

  it('by synthesis, where a reference has to be followed', () => {
    const { stack } = aStack();
    const secret = new TerraformVariable(stack, 'v', { default: planted }).stringValue;
    new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret });
    expect(() => synthesized(stack)).toThrow('[stack/alerts]');
  });

  it('also where the stack is written in HCL', () => {
    const stack = new TerraformStack(new App({ outdir: Testing.app().outdir, hclOutput: true }), 'stack');
    new SvcProvider(stack, 'svc');
    stack.addOverride('resource.svc_webhook_endpoint.raw.secret', planted);
    expect(() => Testing.synthHcl(stack)).toThrow(
      '[stack] svc_webhook_endpoint.raw.secret: The secret is a literal',
    );
  });
});

describe('the error says where the literal is', () => {
  const places: Record<string, (stack: TerraformStack) => string> = {
    'the default of the variable "v"': stack =>
      new TerraformVariable(stack, 'v', { default: planted }).stringValue,
    'the local "l"': stack => new TerraformLocal(stack, 'l', planted).asString,
    'the argument "input" of terraform_data.echo': stack =>
      Token.asString(new DataResource(stack, 'echo', { input: { value: planted } }).output),
    'an optional attribute of the variable "typed"': stack => {
      new TerraformVariable(stack, 'typed', { type: `object({ secret = optional(string, "${planted}") })` });
      return expression('var.typed.secret');
    },
    'a part of its expression': () => expression(`var.signing_secret == "" ? var.other : "${planted}"`),
    'an expression that cannot be read': () => expression(`"${planted}`),
  };

  it.each(Object.entries(places))('%s', (place, secretIn) => {
    const message = refusal(stack => {
      new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret: secretIn(stack) });
    });
    expect(message).toContain(`The secret is a literal, or can be one, because of ${place}; `);
    expect(message).not.toContain(planted);
  });

  it('its for_each', () => {
    const message = refusal(stack => {
      const forEach = TerraformIterator.fromMap({ a: planted });
      new WebhookEndpoint(stack, 'alerts', { ...endpoint, forEach, secret: Token.asString(forEach.value) });
    });
    expect(message).toContain('because of its for_each; ');
  });

  it('the for_each of the resource that an iterator is made of', () => {
    const message = refusal(stack => {
      const forEach = TerraformIterator.fromMap({ a: planted });
      const echo = new DataResource(stack, 'echo', { forEach, input: Token.asAny(forEach.value) });
      const each = TerraformIterator.fromResources(echo);
      new WebhookEndpoint(stack, 'alerts', { ...endpoint, forEach: each, secret: each.getString('output') });
    });
    expect(message).toContain('because of the for_each of terraform_data.echo; ');
  });
});

describe('a stack is looked at', () => {
  it('whose only constructs of ours are data sources, and validations are skipped', () => {
    const stack = new TerraformStack(Testing.app(), 'stack');
    new DataSvcTenants(stack, 'tenants');
    stack.addOverride('provider.svc', [{ api_key: planted }]);
    stack.addOverride('resource.svc_webhook_endpoint.raw', { ...endpoint, secret: planted });
    expect(() => Testing.synth(stack)).toThrow(
      /svc_webhook_endpoint\.raw\.secret: .*\n\[stack\] svc\.api_key: The secret is a literal/,
    );
  });

  it.each(['svc/svc', 'registry.example.com/svc/svc'])('that gives the provider %s another name', source => {
    const message = refusal(stack => {
      stack.addOverride('terraform.required_providers.acme', { source });
      stack.addOverride('provider.acme', [{ api_key: planted }]);
      const value = expression(`provider::acme::webhook_signature("${planted}", "body")`);
      stack.addOverride('output.signature.value', value);
    });
    expect(message).toMatch(/^\[stack\] acme\.api_key: .*\n\[stack\] output\.signature: The secret that/);
    expect(message).not.toContain(planted);
  });
});

it.each([
  expression('var.address'),
  expression('var.replaced'),
  expression('var.local'),
  `https://${expression('var.host')}/@me:you`,
  `https://${expression('var.host')}@me`,
  `https://hooks.example.com${expression('var.path')}@me`,
])('a URL that shows neither credentials nor plain HTTP is accepted: %s', url => {
  const { stack, secret } = aStack();
  new TerraformVariable(stack, 'replaced', { default: '' });
  new TerraformVariable(stack, 'local', { default: 'http://127.0.0.1:8080/hook' });
  new WebhookEndpoint(stack, 'alerts', { ...endpoint, url, secret });
  expect(synthesized(stack)).toContain('"url":');
});

it('the error on a URL says where it comes from', () => {
  const message = refusal(stack => {
    const url = new TerraformLocal(stack, 'address', `https://user:${planted}@hooks.example.com`).asString;
    const secret = new TerraformVariable(stack, 'v', { sensitive: true }).stringValue;
    new WebhookEndpoint(stack, 'alerts', { ...endpoint, url, secret });
  });
  expect(message).toContain(
    '[stack/alerts] svc_webhook_endpoint.url: The URL contains a user name or a password',
  );
  expect(message).toContain('It comes from the local "address".');
  expect(message).not.toContain(planted);
});

it('nested locals that are used twice take no exponential time', () => {
  const message = refusal(stack => {
    let inner = new TerraformLocal(stack, 'level', planted).expression;
    for (let level = 0; level < 60; level += 1) {
      inner = new TerraformLocal(stack, `level-${level}`, { a: [inner, inner], b: inner }).expression;
    }
    new WebhookEndpoint(stack, 'alerts', { ...endpoint, secret: Fn.jsonencode(inner) });
  });
  expect(message).toContain('because of the local "level"; ');
});

it('a provider from another source is not checked', () => {
  const { stack } = aStack();
  stack.addOverride('terraform.required_providers.acme', { source: 'acme/acme' });
  stack.addOverride('provider.acme', [{ api_key: planted }]);
  expect(synthesized(stack)).toContain(planted);
});

it('all literal secrets of a stack are reported together, each with its construct', () => {
  const message = refusal(stack => {
    const secret = new TerraformVariable(stack, 'v', { default: planted }).stringValue;
    new WebhookEndpoint(stack, 'one', { ...endpoint, secret });
    new WebhookEndpoint(new Construct(stack, 'inner'), 'two', {
      ...endpoint,
      secretWo: secret,
      secretWoVersion: 1,
    });
    new SvcProvider(stack, 'us', { alias: 'us', apiKey: secret });
    new TerraformOutput(stack, 'environment', { value: SvcFunctions.keyEnvironment(secret) });
  });
  expect(message.split('\n').map(line => line.split(': ')[0])).toEqual([
    '[stack/one] svc_webhook_endpoint.secret',
    '[stack/inner/two] svc_webhook_endpoint.secret_wo',
    '[stack/us] svc.api_key',
    '[stack] output.environment',
  ]);
});

it('a secret of a function is followed into the blocks of other providers', () => {
  const message = refusal(stack => {
    stack.addOverride('resource.aws_lambda_function.f', {
      dynamic: {
        environment: {
          for_each: { a: planted },
          iterator: 'one',
          content: {
            variables: { SIGNATURE: expression('provider::svc::webhook_signature(one.value, "x")') },
          },
        },
      },
    });
  });
  expect(message).toContain(
    '[stack] resource.aws_lambda_function.f: The secret that provider::svc::webhook_signature',
  );
});

it('tracing references needs no search of the stack', () => {
  const { stack } = aStack();
  const search = vi.spyOn(stack.node, 'findAll');
  const searches = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const inner = new Construct(stack, `inner-${count}-${index}`);
      const variable = new TerraformVariable(inner, 'secret', { sensitive: true });
      const secret = expression(`var.${variable.friendlyUniqueId}`);
      new WebhookEndpoint(inner, 'alerts', { ...endpoint, secret });
    }
    synthesized(stack);
    return search.mock.calls.splice(0).length;
  };
  expect(searches(50)).toBe(searches(5));
});

/** Sensitive attributes of the provider's schema that a configuration may give. */
function secretsOf(attributes: Readonly<Record<string, object>>): string[] {
  const given = Object.entries(attributes).filter(
    ([, schema]) => 'sensitive' in schema && ('optional' in schema || 'required' in schema),
  );
  return given.map(([name]) => name).sort();
}

it('the rule covers every argument that the schema calls sensitive', () => {
  const schema = providerSchema().provider_schemas[providerSource];
  const held = (rules: readonly Rule[]) =>
    rules.flatMap(({ reads: [name = ''], check }) =>
      check({ [name]: planted }, originByItself)?.found.startsWith('The secret is a literal') ? name : [],
    );
  expect(held(providerSecrets).sort()).toEqual(secretsOf(schema?.provider.block.attributes ?? {}));
  for (const [type, { block }] of Object.entries(schema?.resource_schemas ?? {})) {
    expect(held(sealedResources[type] ?? []).sort(), type).toEqual(secretsOf(block.attributes));
  }
});
