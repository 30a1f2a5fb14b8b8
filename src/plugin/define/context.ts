import type { Knowledge } from './knowledge';
import type { Path } from './path';

/**
 * Adds a warning to the answer. The summary names the object: Terraform folds warnings of equal summary into one.
 *
 * @param attribute a name, or the path to a part: `['rotation', 'overlap_days']`
 */
export type Warn = (summary: string, detail: string, attribute?: string | Path) => void;

/** Adds an error to the answer, on an attribute where one is named. */
export type Fail = (summary: string, detail: string, attribute?: string | Path) => void;

/**
 * Notes that Terraform keeps with an object, out of the user's sight. Write on transitions only: a change of
 * them alone makes `terraform plan -refresh-only -detailed-exitcode` answer 2.
 */
export interface PrivateNotes {
  get(name: string): string | undefined;
  set(name: string, value: string | undefined): void;
}

/** What every handler is given. */
export interface HandlerContext<Client> {
  readonly client: Client;
  readonly warn: Warn;
  /** Warns unless this process has said the same summary before: for what holds for every object. */
  readonly warnOnce: Warn;
  readonly notes: PrivateNotes;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface ValidateContext<Config> extends Knowledge<Config> {
  readonly warn: Warn;
  readonly fail: Fail;
}

/**
 * What a resource's own plan rule sees and may ask for. The rule is pure: Terraform plans again during apply,
 * and both plans must agree.
 */
export interface PlanContext<State, Planned, Client> extends Knowledge<Planned & State> {
  /** Undefined for a new object, and in the second half of a replacement. */
  readonly prior: State | undefined;
  /** The configuration with defaults. An attribute of which any part is unknown is `undefined`. */
  readonly planned: Planned;
  /** Undefined while the provider's own configuration is not wholly known. */
  readonly client: Client | undefined;
  readonly notes: PrivateNotes;
  readonly warn: Warn;
  readonly fail: Fail;
  /** Whether prior and planned differ in a configurable attribute, sets compared as sets. */
  readonly isChanged: (attribute: string & keyof Planned) => boolean;
  /** Plans a replacement because of this attribute. A computed one becomes unknown: Terraform wants a difference. */
  readonly replaceFor: (attribute: string & keyof State) => void;
  /** Plans a new value, unknown until apply, of a computed attribute. */
  readonly recompute: (attribute: string & keyof State) => void;
  /** Plans a new value, known already, of a computed attribute. */
  settle<Name extends string & keyof State>(attribute: Name, value: State[Name]): void;
  /** Plans the absence of a computed attribute. */
  readonly clear: (attribute: string & keyof State) => void;
}

export interface PlanDeleteContext<State, Client> {
  readonly prior: State;
  readonly client: Client | undefined;
  readonly notes: PrivateNotes;
  readonly warn: Warn;
  readonly fail: Fail;
}
