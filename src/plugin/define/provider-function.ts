import type { ScalarType } from './schema-types';
import type { PlainOf } from './shapes';

/** One parameter of a function. Every argument is required and known. */
export interface Parameter {
  readonly type: ScalarType;
  readonly description: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

type ArgumentsOf<P extends Parameters> = { readonly [Name in keyof P]: PlainOf<P[Name]['type']> };

/** A pure function for configurations (Terraform 1.8 and newer). It needs no provider configuration and no network. */
export interface FunctionBody<P extends Parameters, Returns extends ScalarType> {
  /** One line. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** In the order of the call. */
  readonly parameters: P;
  readonly returns: Returns;
  /** @throws {ArgumentFault} for an invalid argument */
  run(given: ArgumentsOf<P>): PlainOf<Returns>;
}

/** A function without its specific types. */
export type FunctionDefinition = FunctionBody<Parameters, ScalarType> & { readonly name: string };

/** An invalid argument. The message never quotes it: it may be a secret. */
export class ArgumentFault extends Error {
  override readonly name = 'ArgumentFault';
  constructor(
    readonly parameter: string,
    message: string,
  ) {
    super(message);
  }
}

export function providerFunction<const P extends Parameters, Returns extends ScalarType>(
  name: string,
  body: FunctionBody<P, Returns>,
): FunctionDefinition {
  return { ...body, name };
}
