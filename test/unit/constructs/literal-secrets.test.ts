import { Fn, Lazy, TerraformLocal, type TerraformStack, TerraformVariable, Token } from 'cdktf';
import { SvcProvider, WebhookEndpoint, type WebhookEndpointConfig } from 'cdktf-provider-svc';
import { Construct } from 'constructs';
import { describe, expect, it } from 'vitest';
import { aStack, expression, refusal, synthesized } from './synthesis';

const planted = 'planted-literal-of-the-test';
const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'] };

function declare(stack: TerraformStack, config: Partial<WebhookEndpointConfig>): WebhookEndpoint {
  return new WebhookEndpoint(stack, 'alerts', { ...endpoint, ...config });
}

/** Every way into cdk.tf.json that a program has for a literal. */
const literals: Record<string, (stack: TerraformStack) => string> = {
  'a string': () => planted,
  'a string with an escaped template': () => `$\${${planted}}`,
  'a lazy value': () => Lazy.stringValue({ produce: () => planted }),
  'a literal marked as sensitive': () => Token.asString(Fn.sensitive(planted)),
  'literals joined by a function': () => Fn.join('-', ['a', planted]),
  'a function of a function of a literal': () => Fn.base64encode(Fn.sha256(planted)),
  'a raw expression around a literal': () => `\${sensitive("${planted}")}`,
  'a literal in a nested template': () => `\${upper("\${lower("${planted}")}")}`,
  'a local': stack => new TerraformLocal(stack, 'local', planted).asString,
  "a variable's default": stack => new TerraformVariable(stack, 'v', { default: planted }).stringValue,
  "a number that is a variable's default": stack =>
    new TerraformVariable(stack, 'v', { default: 20_261_121 }).stringValue,
  "a part of a variable's default": stack =>
    Token.asString(Fn.lookup(new TerraformVariable(stack, 'v', { default: { a: planted } }).value, 'a')),
  'the default of a variable inside a construct': stack =>
    new TerraformVariable(new Construct(stack, 'inner'), 'v', { default: planted }).stringValue,
  'a default that an override gives': stack => {
    const variable = new TerraformVariable(stack, 'v', { default: '' });
    variable.addOverride('default', planted);
    return variable.stringValue;
  },
  "a default that an override of the stack's gives": stack => {
    stack.addOverride('variable.v.default', planted);
    return new TerraformVariable(stack, 'v', {}).stringValue;
  },
  'a local around a local': stack =>
    new TerraformLocal(stack, 'outer', new TerraformLocal(stack, 'inner', planted).asString).asString,
};

it('the results of one synthesis are not reused in the next', () => {
  const { stack } = aStack();
  const variable = new TerraformVariable(stack, 'v', {});
  declare(stack, { secret: variable.stringValue });
  expect(synthesized(stack)).toContain('var.v');
  variable.addOverride('default', planted);
  expect(() => synthesized(stack)).toThrow('svc_webhook_endpoint.secret: The secret is a literal');
});

describe('a secret given as a literal is refused, and not repeated', () => {
  it.each(Object.entries(literals))('for a signing secret as %s', (_, make) => {
    const message = refusal(stack => declare(stack, { secret: make(stack) }));
    expect(message).toContain('[stack/alerts] svc_webhook_endpoint.secret: The secret is a literal');
    expect(message).not.toContain(planted);
  });

  it.each(Object.entries(literals))('for a write-only secret as %s', (_, make) => {
    const message = refusal(stack => declare(stack, { secretWo: make(stack), secretWoVersion: 1 }));
    expect(message).toContain('[stack/alerts] svc_webhook_endpoint.secret_wo: The secret is a literal');
    expect(message).not.toContain(planted);
  });

  it.each(Object.entries(literals))('for an API key as %s', (_, make) => {
    const message = refusal(
      stack => new SvcProvider(stack, 'other', { alias: 'other', apiKey: make(stack) }),
    );
    expect(message).toContain('[stack/other] svc.api_key: The secret is a literal');
    expect(message).not.toContain(planted);
  });

  const laterWays: Record<string, (stack: TerraformStack, alerts: WebhookEndpoint) => void> = {
    'a setter': (_, alerts) => {
      alerts.secret = planted;
    },
    'a variable that is declared afterwards': (stack, alerts) => {
      alerts.secret = expression('var.later');
      new TerraformVariable(stack, 'later', { default: planted });
    },
    'an override': (_, alerts) => alerts.addOverride('secret', planted),
    'an override that is a number': (_, alerts) => alerts.addOverride('secret', 20_261_121),
    "an override of the stack's": stack =>
      stack.addOverride('resource.svc_webhook_endpoint.alerts.secret', planted),
    "an override of the provider's": stack => stack.addOverride('provider.svc.0.api_key', planted),
  };

  it.each(Object.entries(laterWays))('when it comes by %s', (_, change) => {
    const message = refusal(stack => {
      const { stringValue } = new TerraformVariable(stack, 'secret', { sensitive: true });
      change(stack, declare(stack, { secret: stringValue }));
    });
    expect(message).toMatch(/(secret|api_key): The secret is a literal/);
    expect(message).not.toContain(planted);
  });

  it('with the ways to give it named', () => {
    const secret = refusal(stack => declare(stack, { secret: planted }));
    expect(secret).toMatch(/TerraformVariable with sensitive: true.*data source or of another resource/);
    const key = refusal(stack => new SvcProvider(stack, 'other', { alias: 'other', apiKey: planted }));
    expect(key).toMatch(/SVC_API_KEY.*TerraformVariable with sensitive: true/);
  });
});

it('a reference is followed to a variable that is declared after the construct', () => {
  const message = refusal(stack => {
    declare(stack, { secret: expression('var.later') });
    new TerraformVariable(stack, 'later', { default: planted });
  });
  expect(message).toContain('svc_webhook_endpoint.secret: The secret is a literal');
});

describe('a variable that changed since the last synthesis is checked again', () => {
  const changes: Record<string, (variable: TerraformVariable) => void> = {
    'a default that an override gives': variable => variable.addOverride('default', planted),
    'a variable in its place': ({ node: { scope, id } }) => {
      scope?.node.tryRemoveChild(id);
      if (scope) new TerraformVariable(scope, id, { default: planted });
    },
    'a scope in the place of its scope': ({ node: { scope, id } }) => {
      const around = scope?.node.scope;
      around?.node.tryRemoveChild('inner');
      if (around) new TerraformVariable(new Construct(around, 'inner'), id, { default: planted });
    },
  };

  it.each(Object.entries(changes))('%s', (_, change) => {
    const { stack } = aStack();
    const variable = new TerraformVariable(new Construct(stack, 'inner'), 'later', { sensitive: true });
    declare(stack, { secret: variable.stringValue });
    expect(synthesized(stack)).toContain('"secret": "${');
    change(variable);
    expect(() => synthesized(stack)).toThrow('svc_webhook_endpoint.secret: The secret is a literal');
  });
});

describe('a secret that comes from outside the program is accepted', () => {
  const references: Record<string, (stack: TerraformStack, secret: string) => string> = {
    'a sensitive variable': (_, secret) => secret,
    'a variable marked as sensitive once more': (_, secret) => Token.asString(Fn.sensitive(secret)),
    'an attribute of a data source': () => expression('data.vault_generic_secret.svc.data["signing"]'),
    'an attribute of another resource': () => expression('random_password.signing.result'),
    'a part of a decoded secret': () => expression('jsondecode(data.aws_secret.svc.secret_string)["a.b"]'),
    'a file read by Terraform': () => Token.asString(Fn.file('signing-secret')),
    'a local around a reference': (stack, secret) => new TerraformLocal(stack, 'local', secret).asString,
    'a lazy reference': (_, secret) => Lazy.stringValue({ produce: () => secret }),
    'a part of a variable whose default is empty': stack =>
      Token.asString(Fn.lookup(new TerraformVariable(stack, 'all', { default: {} }).value, 'signing')),
    'a part of a local that has others': (stack, secret) =>
      Token.asString(
        Fn.lookup(new TerraformLocal(stack, 'local', { name: 'x', secret }).expression, 'secret'),
      ),
  };

  it.each(Object.entries(references))('as %s', (_, make) => {
    const { stack, secret } = aStack();
    declare(stack, { secret: make(stack, secret) });
    expect(synthesized(stack)).toContain('"secret": "${');
  });
});
