/**
 * An expression of Terraform's language, with the parts that affect the origin of a value.
 *
 * @internal
 */
export type Expression =
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly key: Expression }
  | { readonly kind: 'splat'; readonly of: Expression; readonly result: Expression }
  | Call
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly consequent: Expression;
      readonly alternative: Expression;
    }
  /** Operators of one level in a row. Only the first is named: all have the same kind of result. */
  | { readonly kind: 'operation'; readonly operator: string; readonly operands: readonly Expression[] }
  | { readonly kind: 'tuple'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [Expression, Expression])[] }
  | ForExpression;

/** @internal */
export interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly parameters: readonly Expression[];
  /** The last parameter is a list that contains the remaining ones: `f(list...)`. */
  readonly spread: boolean;
}

/** @internal */
export interface ForExpression {
  readonly kind: 'for';
  readonly makes: 'list' | 'object' | 'text';
  readonly keyName?: string | undefined;
  readonly valueName: string;
  readonly collection: Expression;
  readonly key?: Expression | undefined;
  readonly result: Expression;
  readonly condition?: Expression | undefined;
  /** Results with the same key form a list: `{for … : key => result...}`. */
  readonly grouped: boolean;
}

/**
 * Name of the current item in a splat. No identifier can have this name.
 *
 * @internal
 */
export const splatItem = '*';

/** @internal */
export const constant = (value: string | number | boolean | null): Expression => ({
  kind: 'constant',
  value,
});
