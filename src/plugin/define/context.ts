import type { Log } from '../log';
import type { Knowledge } from './knowledge';

/**
 * Adds a warning to the response. The summary must name the object: Terraform merges warnings with equal summaries.
 *
 * @param attribute a name, or the path to a part: `rotation.overlap_days`
 */
export type Warn = (summary: string, detail: string, attribute?: string) => void;

/** Adds an error to the response, on an attribute if one is named. */
export type Fail = (summary: string, detail: string, attribute?: string) => void;

/**
 * Private state of an object, which Terraform stores and never shows. Write it on transitions only: if only private
 * state changes, `terraform plan -refresh-only -detailed-exitcode` returns 2.
 */
export interface PrivateNotes {
  get(name: string): string | undefined;
  set(name: string, value: string | undefined): void;
}

export interface ConfigureContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terraformVersion: string;
  /** Aborted if Terraform is interrupted. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly warn: Warn;
}

/** What `invoke` of an action receives besides its arguments. */
export interface ActionContext extends Pick<ConfigureContext, 'now' | 'signal' | 'warn'> {
  readonly fail: Fail;
}

/** The arguments that every handler receives. */
export interface HandlerContext<Client> {
  readonly client: Client;
  readonly warn: Warn;
  /** Sends each summary once a launch: for warnings that apply to every object. */
  readonly warnOnce: Warn;
  readonly notes: PrivateNotes;
}

export type ListContext<Client> = Pick<HandlerContext<Client>, 'client' | 'warn'>;

export interface ValidateContext<Config> extends Knowledge<Config> {
  readonly warn: Warn;
  readonly fail: Fail;
}

/** Of a resource's own plan rule. It must be pure: Terraform plans again in apply, and both must agree. */
export interface PlanContext<State, Planned, Client> extends ValidateContext<Planned & State> {
  /** Undefined for a new object, and in the second plan of a replacement. */
  readonly prior: State | undefined;
  /** The configuration with defaults. An attribute is `undefined` while any part of it is unknown. */
  readonly planned: Planned;
  /** Undefined while any part of the provider's own configuration is unknown. */
  readonly client: Client | undefined;
  readonly notes: PrivateNotes;
  /** True if prior and planned differ in a configurable attribute. Sets are compared as sets. */
  readonly isChanged: (attribute: string & keyof Planned) => boolean;
  /**
   * Plans a replacement because of this attribute. A computed one becomes unknown: Terraform requires a difference.
   * Returns false in a walk without a refresh, such as an apply, where Terraform carries out what is planned: a computed
   * attribute then stays, and a configured one is an error.
   */
  readonly replaceFor: (attribute: string & keyof State) => boolean;
  /** Plans a new value of a computed attribute, unknown until apply. */
  readonly recompute: (attribute: string & keyof State) => void;
  /** Plans a new, known value of a computed attribute. */
  setComputed<Name extends string & keyof State>(attribute: Name, value: State[Name]): void;
  /** Plans null for a computed attribute. */
  readonly clear: (attribute: string & keyof State) => void;
}

export interface PlanDeleteContext<State, Client>
  extends Pick<PlanContext<State, object, Client>, 'client' | 'notes' | 'warn' | 'fail'> {
  readonly prior: State;
}
