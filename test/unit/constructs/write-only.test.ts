import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  App,
  DataResource,
  Fn,
  LocalBackend,
  TerraformHclModule,
  TerraformIterator,
  TerraformLocal,
  TerraformStack,
  TerraformVariable,
  Testing,
  Token,
} from 'cdktf';
import { EphemeralVariable, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';
import { describe, expect, it } from 'vitest';
import { sealedResources, writeOnlyArguments } from '../../../src/constructs/checks/sealed-blocks';
import { providerSchema, providerSource } from '../../../src/provider/registry-schema';
import { aStack, expression, refusal, synthesized } from './synthesis';
import { endpoint, type SecretOf } from './write-only-program';

/** Synthesizes a whole program: only so does cdktf put an output and a remote state between two stacks. */
function wholeProgram(secretOf: SecretOf): string {
  const { outdir } = Testing.app();
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'stack');
  new SvcProvider(stack, 'svc');
  declare(stack, secretOf);
  app.synth();
  return readFileSync(join(outdir, 'stacks/stack/cdk.tf.json'), 'utf8');
}

function declare(stack: TerraformStack, secretOf: SecretOf): void {
  const kept = new EphemeralVariable(stack, 'kept').stringValue;
  const recorded = new TerraformVariable(stack, 'recorded', { sensitive: true }).stringValue;
  const other = new TerraformStack(stack.node.root, 'other');
  new LocalBackend(other, {});
  const secretWo = secretOf({ stack, kept, recorded, other });
  new WebhookEndpoint(stack, 'alerts', { ...endpoint, secretWo });
}

const accepted: Record<string, SecretOf> = {
  'an ephemeral variable': ({ kept }) => kept,
  'a variable that is made ephemeral afterwards': ({ stack, recorded }) => {
    stack.addOverride('variable.recorded.ephemeral', true);
    return recorded;
  },
  'a variable with the override that the message names': ({ stack }) => {
    const variable = new TerraformVariable(stack, 'late', { sensitive: true });
    variable.addOverride('ephemeral', true);
    return variable.stringValue;
  },
  'a part of an ephemeral variable': ({ stack }) => {
    const all = new EphemeralVariable(stack, 'all', { valueType: 'map(string)' });
    return Token.asString(Fn.lookup(all.value, 'alerts'));
  },
  'an ephemeral variable in a local': ({ stack, kept }) =>
    Token.asString(Fn.lookup(new TerraformLocal(stack, 'l', { kept }).expression, 'kept')),
  'an ephemeral variable behind a recorded prefix': ({ kept, recorded }) => `${recorded}-${kept}`,
  'an ephemeral variable that a recorded one chooses': ({ kept, recorded }) =>
    Token.asString(Fn.conditional(recorded, kept, kept)),
  'an attribute of an ephemeral resource': ({ stack }) => {
    stack.addOverride('ephemeral.random_password.signing', { length: 40 });
    return expression('ephemeral.random_password.signing.result');
  },
  'an attribute of another resource, whose state has it anyway': () => expression('random_password.x.result'),
  'an output of a module, which nobody can look into': ({ stack, kept }) =>
    new TerraformHclModule(stack, 'module', { source: 'acme/m/x', variables: { kept } }).getString('secret'),
  'a variable that another file declares': () => expression('var.elsewhere'),
  'a file': () => Token.asString(Fn.file('signing-secret')),
};

const refused: Record<string, SecretOf> = {
  'a recorded variable': ({ recorded }) => recorded,
  'a variable that says it is not ephemeral': ({ stack, recorded }) => {
    stack.addOverride('variable.recorded.ephemeral', false);
    return recorded;
  },
  'a recorded variable in a local': ({ stack, recorded }) =>
    Token.asString(Fn.lookup(new TerraformLocal(stack, 'l', { recorded }).expression, 'recorded')),
  'a recorded variable behind a prefix': ({ recorded }) => `whsec_${recorded}`,
  'a value computed from a recorded variable': ({ recorded }) => Token.asString(Fn.sha256(recorded)),
  'a recorded variable that is marked': ({ recorded }) => Token.asString(Fn.sensitive(recorded)),
  'a condition with a recorded branch': ({ recorded, kept }) =>
    Token.asString(Fn.conditional(true, kept, recorded)),
  'the first of two values, one of them recorded': ({ recorded, kept }) => Fn.coalesce([kept, recorded]),
  'a part of a recorded variable, by an ephemeral key': ({ recorded, kept }) =>
    Token.asString(Fn.lookup(Token.asAny(recorded), kept)),
  'an argument of a resource that has it from a recorded variable': ({ stack, recorded }) => {
    stack.addOverride('resource.aws_ssm_parameter.x', { value: recorded });
    return expression('aws_ssm_parameter.x.value');
  },
  'the output of a terraform_data resource': ({ stack, recorded }) =>
    Token.asString(new DataResource(stack, 'echo', { input: { recorded } }).output),
};

/** cdktf brings a value from one stack to another by an output and a remote state. */
const fromAnotherStack: Record<string, SecretOf> = {
  'a variable of another stack': ({ other }) => new TerraformVariable(other, 'recorded', {}).stringValue,
  'an ephemeral variable of another stack': ({ other }) =>
    new EphemeralVariable(other, 'recorded').stringValue,
  'a local of another stack around its variable': ({ other }) =>
    new TerraformLocal(other, 'l', new TerraformVariable(other, 'recorded', {}).stringValue).asString,
};

describe('a write-only value is accepted as', () => {
  it.each(Object.entries(accepted))('%s', (_, secretOf) => {
    const { stack } = aStack();
    declare(stack, secretOf);
    expect(synthesized(stack)).toContain('"secret_wo": "${');
  });

  it('an attribute of a resource of another stack, whose state has it anyway', () => {
    const secretOf: SecretOf = ({ other }) => Token.asString(new DataResource(other, 'made', {}).id);
    expect(wholeProgram(secretOf)).toContain('"secret_wo": "${data.terraform_remote_state');
  });

  it('each value of an ephemeral map, where the names come from a recorded variable', () => {
    const { stack } = aStack();
    const names = new TerraformVariable(stack, 'names', { type: 'set(string)' });
    const secrets = new EphemeralVariable(stack, 'secrets', { valueType: 'map(string)' });
    const forEach = TerraformIterator.fromList(names.listValue);
    const secretWo = Token.asString(Fn.lookup(secrets.value, forEach.value));
    new WebhookEndpoint(stack, 'alerts', { ...endpoint, forEach, secretWo });
    expect(synthesized(stack)).toContain('"secret_wo": "${');
  });
});

describe('a write-only value is refused that Terraform would record on its way, as', () => {
  it.each(Object.entries(refused))('%s', (_, secretOf) => {
    expect(refusal(stack => declare(stack, secretOf))).toBe(
      '[stack/alerts] svc_webhook_endpoint.secret_wo: The write-only value comes from the variable "recorded", which ' +
        'is not ephemeral: every saved plan would contain it. Instead, give an EphemeralVariable of this stack. A ' +
        "TerraformVariable of this stack becomes one by the line variable.addOverride('ephemeral', true).",
    );
  });

  it.each(Object.entries(fromAnotherStack))('%s', (_, secretOf) => {
    expect(() => wholeProgram(secretOf)).toThrow(
      'secret_wo: The write-only value comes from the variable "recorded" of the stack other, through an output: ' +
        'the state of that stack would contain it. Instead, give an EphemeralVariable of this stack.',
    );
  });

  it('a value of each item of a recorded map', () => {
    const message = refusal(stack => {
      const forEach = TerraformIterator.fromMap(
        new TerraformVariable(stack, 'all', { type: 'map(string)' }).value,
      );
      new WebhookEndpoint(stack, 'alerts', { ...endpoint, forEach, secretWo: Token.asString(forEach.value) });
    });
    expect(message).toContain('comes from the variable "all", which is not ephemeral');
  });
});

it('a recorded write-only value is refused in a block without a construct, and where validations are skipped', () => {
  const app = new App({ outdir: Testing.app().outdir, skipValidation: true });
  const stack = new TerraformStack(app, 'stack');
  new SvcProvider(stack, 'svc');
  stack.addOverride('variable.recorded', { type: 'string' });
  const secret_wo = expression('var.recorded');
  stack.addOverride('resource.svc_webhook_endpoint.raw', [{ secret_wo, secret_wo_version: 1 }]);
  expect(() => app.synth()).toThrow(
    '[stack] svc_webhook_endpoint.raw.secret_wo: The write-only value comes from',
  );
});

it('a literal is reported as a literal only', () => {
  const { stack } = aStack();
  declare(stack, ({ stack: inner, recorded }) =>
    Fn.coalesce([recorded, new TerraformLocal(inner, 'l', 'whsec_literal').asString]),
  );
  expect(() => Testing.synth(stack)).toThrow(
    /^\[stack\/alerts\] svc_webhook_endpoint\.secret_wo: The secret is a literal, or can be one, [^\n]*$/,
  );
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

it('the rule covers every write-only argument of the schema', () => {
  const schema = providerSchema().provider_schemas[providerSource]?.resource_schemas ?? {};
  for (const [type, { block }] of Object.entries(schema)) {
    const writeOnly = Object.entries(block.attributes).flatMap(([name, attribute]) =>
      'write_only' in attribute ? name : [],
    );
    expect((writeOnlyArguments[type] ?? []).flatMap(({ reads }) => reads)).toEqual(writeOnly);
    if (writeOnly.length > 0) expect(sealedResources).toHaveProperty(type);
  }
});
