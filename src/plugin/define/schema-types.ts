/**
 * A type of Terraform's type system. It is structural: `shapes.ts` derives the TypeScript types of plain values
 * from it, and `values/walk.ts` the functions over values.
 */
export type ValueType = ScalarType | ListType | SetType | MapType | ObjectType;

export type ScalarType = StringType | NumberType | BoolType;

export interface StringType<Choice extends string = string> {
  readonly kind: 'string';
  /** The only values, each with what it does: the rest of a sentence that begins with it. */
  readonly meanings?: Meanings<Choice>;
}

export type Meanings<Choice extends string> = { readonly [Name in Choice]: string };

export interface NumberType {
  readonly kind: 'number';
}

export interface BoolType {
  readonly kind: 'bool';
}

export interface ListType {
  readonly kind: 'list';
  readonly element: StringType | ObjectType;
}

export interface SetType {
  readonly kind: 'set';
  readonly element: StringType;
}

export interface MapType {
  readonly kind: 'map';
  readonly element: StringType;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly attributes: Attributes;
}

export interface ListOf<Element extends ListType['element']> extends ListType {
  readonly element: Element;
}

export interface ObjectOf<Nested extends Attributes> extends ObjectType {
  readonly attributes: Nested;
}

/** An error or a warning of a check. It never quotes a sensitive value. */
export interface CheckFinding {
  readonly severity: 'error' | 'warning';
  /** About five words. */
  readonly summary: string;
  /** The problem and its solution. */
  readonly detail: string;
  /** Terraform prints the source line of an attribute's diagnostic. True prevents this for a line with a secret. */
  readonly holdsSecret?: boolean;
}

/** What a check demands, as data: for bindings, which cannot call it. It may be less than the check demands. */
export interface Demand {
  /** Limits of a whole number, both included. */
  readonly range?: { readonly from: number; readonly to: number };
  /** A text that is not blank. */
  readonly isReadable?: true;
  /** An address over HTTPS, or over HTTP to this machine; a base address has paths appended to it. */
  readonly address?: 'any' | 'base';
  /** The only names of a set. */
  readonly choices?: readonly string[];
  /** Names that a set may have; others of this form may be known elsewhere. It is not empty. */
  readonly names?: { readonly known: readonly string[]; readonly form: string };
}

/** Checks one known value. It is pure; Terraform may validate several times. */
export type Check<Plain> = ((value: Plain) => readonly CheckFinding[]) & { readonly demand?: Demand };

/** A table can contain checks of attributes of any type. */
type AnyCheck = { check(value: unknown): readonly CheckFinding[] }['check'] & { readonly demand?: Demand };

/** One attribute of a definition as data, without its specific type. Made by `required`, `optional` and `computed`. */
export interface Attribute {
  readonly mode: AttributeMode;
  readonly type: ValueType;
  /** One or two sentences in Markdown, for the documentation in every language. */
  readonly description: string;
  /** Terraform hides the value in plans and output. */
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  /** A change of this attribute replaces the object. */
  readonly replaces: boolean;
  /** The value never changes while the object exists: an update plans the prior value. */
  readonly stable: boolean;
  /** Value for an absent attribute (mode `defaulted`). */
  readonly default?: unknown;
  /** For a text: returns equal texts for all that mean the same. The state then keeps the spelling that it has. */
  readonly canonical?: (text: string) => string;
  readonly check?: AnyCheck;
}

/**
 * - `required`: must be in the configuration.
 * - `optional`: may be absent.
 * - `defaulted`: may be absent, and then has its default.
 * - `computed`: set by the platform.
 * - `sometimes`: set by the platform, or absent.
 */
export type AttributeMode = 'required' | 'optional' | 'defaulted' | 'computed' | 'sometimes';

export type Attributes = Readonly<Record<string, Attribute>>;

/** Attributes of a resource. The platform sets its `id`, by which `terraform import` finds an object. */
export type ResourceAttributes = Attributes & {
  readonly id: Attribute & { readonly mode: 'computed'; readonly type: StringType };
};

interface NestedAttribute<Mode extends AttributeMode> extends Attribute {
  readonly mode: Mode;
  readonly writeOnly: false;
}

/**
 * Attributes of an object, which is planned as a whole: as configured, or by the platform. So its attributes have no
 * defaults, no write-only values, and no `replaces` or `stable` of their own.
 */
export type ObjectAttributes =
  | Readonly<Record<string, NestedAttribute<'required' | 'optional'>>>
  | Readonly<Record<string, NestedAttribute<'computed' | 'sometimes'>>>;
