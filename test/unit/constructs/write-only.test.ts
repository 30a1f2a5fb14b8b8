import { Fn, type TerraformStack, TerraformVariable, Testing, Token } from 'cdktf';
import { EphemeralVariable, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { aStack, expression, synthesized } from './synthesis';

/** A stack with an ephemeral variable `kept`, and a plain one `recorded`. */
interface Given {
  readonly stack: TerraformStack;
  readonly kept: string;
  readonly recorded: string;
}
type SecretOf = (given: Given) => string;

const endpoint = { url: 'https://hooks.example.com/alerts', events: ['alert.created'] };

/** Ways to give a secret in a program. */
const ephemeral: Record<string, SecretOf> = {
  'an ephemeral variable behind a prefix': ({ kept }) => `whsec_${kept}`,
  'a variable that an override makes ephemeral': ({ stack, recorded }) => {
    stack.addOverride('variable.recorded.ephemeral', true);
    return recorded;
  },
  'an ephemeral resource': ({ stack }) => {
    stack.addOverride('ephemeral.random_password.signing', { length: 40 });
    return expression('ephemeral.random_password.signing.result');
  },
};
const recorded: Record<string, SecretOf> = {
  'a recorded variable between ephemeral ones': ({ recorded, kept }) => `${kept}${recorded}${kept}`,
  'a variable that an override keeps recorded': ({ stack, recorded }) => {
    stack.addOverride('variable.recorded.ephemeral', false);
    return recorded;
  },
  'a value computed from a recorded variable': given => Token.asString(Fn.sha256(given.recorded)),
};
/** Values about which the program says nothing, and which Terraform may record elsewhere. */
const unknown: Record<string, SecretOf> = {
  'an attribute of a resource': () => expression('random_password.x.result'),
  'a file': () => Token.asString(Fn.file('signing-secret')),
};

function given(stack: TerraformStack): Given {
  const kept = new EphemeralVariable(stack, 'kept').stringValue;
  return { stack, kept, recorded: new TerraformVariable(stack, 'recorded', { sensitive: true }).stringValue };
}

const declareWriteOnly = (stack: TerraformStack, secretOf: SecretOf) =>
  new WebhookEndpoint(stack, 'alerts', { ...endpoint, secretWo: secretOf(given(stack)), secretWoVersion: 1 });

describe('a write-only secret', () => {
  it.each(Object.entries({ ...ephemeral, ...unknown }))('may be %s', (_, secretOf) => {
    const { stack } = aStack();
    declareWriteOnly(stack, secretOf);
    expect(synthesized(stack)).toMatch(/"secret_wo": "[^"]*\$\{/);
  });

  it.each(Object.entries(recorded))('must not be %s', (_, secretOf) => {
    const { stack } = aStack();
    declareWriteOnly(stack, secretOf);
    expect(() => synthesized(stack)).toThrow(
      '[stack/alerts] svc_webhook_endpoint.secret_wo: The write-only value comes from the variable "recorded", which ' +
        'is not ephemeral: every saved plan would contain it. Instead, give an EphemeralVariable of this stack. A ' +
        "TerraformVariable of this stack becomes one by the line variable.addOverride('ephemeral', true).",
    );
  });
});

it('the key of the provider may be ephemeral: Terraform never stores it', () => {
  const { stack } = aStack();
  new SvcProvider(stack, 'other', { alias: 'other', apiKey: given(stack).kept });
  expect(synthesized(stack)).toContain('var.kept');
});

it('an ephemeral variable is sensitive, has no default, and is written so in JSON and in HCL', () => {
  const { stack } = aStack();
  new EphemeralVariable(stack, 'kept', { description: 'Signs deliveries.' });
  expect(JSON.parse(synthesized(stack)).variable.kept).toEqual({
    description: 'Signs deliveries.',
    ephemeral: true,
    sensitive: true,
    type: 'string',
  });
  expect(Testing.synthHcl(stack)).toMatch(/variable "kept" \{[^}]*ephemeral\s*=\s*true/);
});

it('an argument is write-only in the schema if its name says so', () => {
  const schema = providerSchema().provider_schemas[providerSource]?.resource_schemas ?? {};
  for (const { block } of Object.values(schema)) {
    for (const [name, attribute] of Object.entries(block.attributes)) {
      expect('write_only' in attribute, name).toBe(name.endsWith('_wo'));
    }
  }
});
