import type { FlatType } from './schema-types';
import type { StateIn } from './shapes';

/** One argument of a function; all of them are required and known. */
export interface Parameter {
  readonly type: FlatType;
  readonly description: string;
}

export type Parameters = Readonly<Record<string, Parameter>>;

type ArgumentsOf<P extends Parameters> = { readonly [Name in keyof P]: StateIn<P[Name]['type']> };

/** A pure function that configurations can call (Terraform 1.8 and newer): no provider configuration, no network. */
export interface FunctionBody<P extends Parameters, Returns extends FlatType> {
  /** One line. */
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** In the order of the call. */
  readonly parameters: P;
  readonly returns: Returns;
  /** @throws {ArgumentFault} for an argument that it cannot work with */
  run(given: ArgumentsOf<P>): StateIn<Returns>;
}

/** A function with its own types forgotten. */
export interface FunctionDefinition {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: Parameters;
  readonly returns: FlatType;
  run(given: Readonly<Record<string, unknown>>): unknown;
}

/** An argument is wrong. The message never quotes it: it may be a secret. */
export class ArgumentFault extends Error {
  override readonly name = 'ArgumentFault';
  constructor(
    readonly parameter: string,
    message: string,
  ) {
    super(message);
  }
}

export function providerFunction<const P extends Parameters, Returns extends FlatType>(
  name: string,
  body: FunctionBody<P, Returns>,
): FunctionDefinition {
  return { ...body, name };
}
