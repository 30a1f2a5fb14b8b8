import { Fn, TerraformLocal, type TerraformStack, Token } from 'cdktf';
import { expression } from './synthesis';

export const endpoint = {
  url: 'https://hooks.example.com/alerts',
  events: ['alert.created'],
  secretWoVersion: 1,
};

/** A stack with an ephemeral variable `kept`, a plain one `recorded`, and another stack beside it. */
export interface Given {
  readonly stack: TerraformStack;
  readonly kept: string;
  readonly recorded: string;
  readonly other: TerraformStack;
}

export type SecretOf = (given: Given) => string;

/** Values for `secret`, which Terraform stores. */
export const ephemeral: Record<string, SecretOf> = {
  'an ephemeral variable': ({ kept }) => kept,
  'a variable that is made ephemeral afterwards': ({ stack, recorded }) => {
    stack.addOverride('variable.recorded.ephemeral', true);
    return recorded;
  },
  'an ephemeral variable behind a prefix': ({ kept }) => `whsec_${kept}`,
  'an ephemeral variable in a local': ({ stack, kept }) =>
    Token.asString(Fn.lookup(new TerraformLocal(stack, 'l', { kept }).expression, 'kept')),
  'a condition with an ephemeral branch': ({ recorded, kept }) =>
    Token.asString(Fn.conditional(recorded, recorded, kept)),
  'an attribute of an ephemeral resource': ({ stack }) => {
    stack.addOverride('ephemeral.random_password.signing', { length: 40 });
    return expression('ephemeral.random_password.signing.result');
  },
};
