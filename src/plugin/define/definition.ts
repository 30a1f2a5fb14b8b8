import type { ActionAttributes, ActionBody } from './action';
import type {
  ConfigureContext,
  HandlerContext,
  PlanContext,
  PlanDeleteContext,
  ValidateContext,
} from './context';
import type { FunctionDefinition } from './provider-function';
import type { DataSourceBody, ListBody } from './resource';
import type { Attributes } from './schema-types';

/** Plain values by attribute name, for code that handles every resource. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** A resource without its specific types, so that the same code handles every resource. */
export interface ResourceDefinition<Client> {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  validate?(config: PlainObject, context: ValidateContext<PlainObject>): void;
  plan?(context: PlanContext<PlainObject, PlainObject, Client>): void;
  planDelete?(context: PlanDeleteContext<PlainObject, Client>): void;
  create(planned: PlainObject, context: HandlerContext<Client>): Promise<PlainObject>;
  read(state: PlainObject, context: HandlerContext<Client>): Promise<PlainObject | undefined>;
  update(prior: PlainObject, planned: PlainObject, context: HandlerContext<Client>): Promise<PlainObject>;
  delete(state: PlainObject, context: HandlerContext<Client>): Promise<void>;
  readonly list?: ListBody<Attributes, Client>;
}

/** A data source without its specific types. */
export type DataSourceDefinition<Client> = DataSourceBody<Attributes, Client> & { readonly name: string };

/** An action without its specific types. */
export type ActionDefinition = ActionBody<ActionAttributes> & { readonly name: string };

/** The meaning of an error for the user. Every diagnostic of an error is made from it. */
export interface Explanation {
  /** About five words. */
  readonly summary: string;
  /** What happened, whose fault it is, what to do next. Never a secret. */
  readonly detail: string;
  /** A name, or the path to a part. */
  readonly attribute?: string;
  /** True for a failure of the whole provider, such as unreachable: it is reported once a launch. */
  readonly providerWide?: boolean;
}

/** The action of a failed handler, for the text of its diagnostic. */
export interface Occasion {
  /** Type name of the resource, data source or action. `provider` during configuration. */
  readonly subject: string;
  readonly action: 'configure' | 'create' | 'read' | 'update' | 'delete' | 'plan' | 'list' | 'invoke';
}

/** An object as Terraform's stored state, or a plan, shows it. */
export interface SeenState {
  /** Type name of the resource. */
  readonly resource: string;
  /** The value that `terraform import` takes. In a plan, it may be unknown. */
  readonly identity: unknown;
  /** A function, so that the values are built on demand only: a walk sends the state of every object. */
  readonly values: () => PlainObject;
}

/** An object that a plan creates. */
export interface PlannedCreation {
  /** Type name of the resource. */
  readonly resource: string;
  readonly values: PlainObject;
  /** False while any part of the planned value is unknown. */
  isKnown(attribute: string): boolean;
  /** True for the second plan of a replacement. Terraform drops the warnings of that call. */
  readonly isReplacement: boolean;
}

/** A warning, on an attribute if one is named. Terraform merges warnings with the same summary, so each names its object. */
export type Warning = readonly [summary: string, detail: string, attribute?: string];

/** A provider without its specific types. */
export interface ProviderDefinition<Client> {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  /** Environment variables for absent settings, by the name of the setting. */
  readonly fromEnvironment?: Readonly<Record<string, string | undefined>>;
  readonly resources: readonly ResourceDefinition<Client>[];
  readonly dataSources: readonly DataSourceDefinition<Client>[];
  readonly actions: readonly ActionDefinition[];
  readonly functions: readonly FunctionDefinition[];
  configure(config: PlainObject, context: ConfigureContext): Promise<Client>;
  /** Receives the sensitive values of an object before its handler runs. The client's errors must not repeat them. */
  conceal?(client: Client, secrets: readonly string[]): void;
  /**
   * Makes the text of a diagnostic safe for a terminal: it keeps line feeds, and no other control character. Removes
   * the secrets from it, in every encoding that they may have.
   */
  redact?(text: string, secrets: readonly string[]): string;
  /** Called with each stored state that a walk visits. An imported object is not stored yet. */
  stateSeen?(client: Client, state: SeenState): void;
  /** Called with each stored or imported object, and with what a plan makes of it, if it neither deletes nor replaces it. If it throws, the plan fails. */
  changePlanned?(client: Client, state: SeenState, planned: SeenState | undefined): Warning | undefined;
  /**
   * Called with each object that a plan creates, and with each one that gets another identity in an update. The plan of
   * the object carries the warnings that it returns. If it throws, the plan fails.
   */
  creationPlanned?(client: Client, planned: PlannedCreation): Promise<readonly Warning[]>;
  /** Called at the end of a launch. Asynchronous work is not awaited. */
  close?(client: Client): void;
  /** Maps every error to the message that the user reads. */
  explain(error: unknown, occasion: Occasion): Explanation;
}
