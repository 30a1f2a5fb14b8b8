import type { Log } from '../log';
import type { DataSourceAttributes, ProviderAttributes } from './attribute';
import type { HandlerContext, PlanContext, PlanDeleteContext, ValidateContext } from './context';
import type { Path } from './path';
import type { FunctionDefinition } from './provider-function';
import type { DataSourceBody, ResourceBody, StoredState } from './resource';
import type { Attributes, NestableAttributes } from './schema-types';
import type { ConfigOf, PlannedOf, StateOf } from './shapes';

/** Plain values by attribute name: how `rpc/` sees every resource's states, whatever its own types are. */
export type PlainObject = Readonly<Record<string, unknown>>;

/** A resource with its own types forgotten, so that one piece of code serves them all. */
export interface ResourceDefinition<Client> {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  readonly importBy: string;
  readonly version: number;
  readonly upgrades: Readonly<Record<number, (stored: StoredState) => StoredState>>;
  validate?(config: PlainObject, context: ValidateContext<PlainObject>): void;
  plan?(context: PlanContext<PlainObject, PlainObject, Client>): void;
  planDelete?(context: PlanDeleteContext<PlainObject, Client>): void;
  create(planned: PlainObject, context: HandlerContext<Client>): Promise<PlainObject>;
  read(state: PlainObject, context: HandlerContext<Client>): Promise<PlainObject | undefined>;
  update(prior: PlainObject, planned: PlainObject, context: HandlerContext<Client>): Promise<PlainObject>;
  delete(state: PlainObject, context: HandlerContext<Client>): Promise<void>;
}

export interface DataSourceDefinition<Client> {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  validate?(config: PlainObject, context: ValidateContext<PlainObject>): void;
  read(config: PlainObject, context: HandlerContext<Client>): Promise<PlainObject>;
}

/** What an error means to the user: the only thing diagnostics are made of. */
export interface Explanation {
  /** About five words. */
  readonly summary: string;
  /** What happened, whose fault it is, what to do next. Never a secret. */
  readonly detail: string;
  /** A name, or the path to a part. */
  readonly attribute?: string | Path;
  /** True for a failure of the whole provider (unreachable, unauthorized): said once a process, not once an object. */
  readonly providerWide?: boolean;
}

/** What a failing handler was doing, for the text of its diagnostic. */
export interface Occasion {
  /** Type name of the resource or data source; `provider` while configuring. */
  readonly subject: string;
  readonly action: 'configure' | 'create' | 'read' | 'update' | 'delete' | 'plan' | 'import';
}

export interface ConfigureContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terraformVersion: string;
  /** Aborted when Terraform is interrupted. */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** May be called later too: the next answer to Terraform takes the warning along. */
  warn(summary: string, detail: string, attribute?: string | Path): void;
}

/** An object as Terraform's stored state shows it. */
export interface SeenState {
  /** Type name of the resource. */
  readonly resource: string;
  /** The value that `terraform import` takes. */
  readonly identity: unknown;
  /** Made only when asked for: a walk brings every object's state. */
  readonly values: () => PlainObject;
}

/** An object that a plan creates. */
export interface PlannedCreation {
  /** Type name of the resource. */
  readonly resource: string;
  readonly values: PlainObject;
  /** False while any part of the planned value is unknown. */
  isKnown(attribute: string): boolean;
}

/** How the process of a configured provider ends. */
export interface Leaving {
  /** Terraform asked for the end, did not interrupt, and waits for no answer. */
  readonly isOrderly: boolean;
  /** Whether an answer of this process had an error. */
  readonly hasFailed: boolean;
  /** Whether Terraform asked for a change of an object. */
  readonly hasChanged: boolean;
}

/** An object that an import asks for. */
export interface ImportedObject {
  /** Type name of the resource. */
  readonly resource: string;
  /** The value that `terraform import` was given. */
  readonly identity: string;
}

/** A provider with its own types forgotten. */
export interface ProviderDefinition<Client> {
  readonly name: string;
  readonly description: string;
  readonly attributes: Attributes;
  readonly resources: readonly ResourceDefinition<Client>[];
  readonly dataSources: readonly DataSourceDefinition<Client>[];
  readonly functions: readonly FunctionDefinition[];
  /** Rules between settings; those of one setting are its `check`. The environment is not looked at. */
  validate?(config: PlainObject, context: ValidateContext<PlainObject>): void;
  configure(config: PlainObject, context: ConfigureContext): Promise<Client>;
  /** Told the sensitive values of an object before its handler runs: the client's errors may not repeat them. */
  conceal?(client: Client, secrets: readonly string[]): void;
  /**
   * Makes a text that a diagnostic is about to say fit for a terminal, and takes these out of it, in every encoding in
   * which they could be there.
   */
  redact?(text: string, secrets: readonly string[]): string;
  /** Called with each stored state that a walk visits. What an import brings is not stored yet. */
  stateSeen?(client: Client, state: SeenState): void;
  /** Called when an import of an object begins. */
  importBegan?(client: Client, imported: ImportedObject): void;
  /** Called with each object that a plan creates, the second half of a replacement included. */
  creationPlanned?(client: Client, planned: PlannedCreation): void;
  /**
   * Whether there are warnings that can be given only once the walk has come to all states. Asked with each call.
   *
   * @param call a `read` is followed by the plan of the same object, except where nothing is planned
   */
  hasLastWarnings?(client: Client, call: 'read' | 'plan'): boolean;
  /** Called once, when Terraform waits for no other answer. */
  lastWarnings?(client: Client): Promise<readonly (readonly [summary: string, detail: string])[]>;
  /** Called right before the process ends. Nothing asynchronous is waited for. */
  leaving?(client: Client, leaving: Leaving): void;
  /** The one table from errors to what the user reads. */
  explain(error: unknown, occasion: Occasion): Explanation;
}

/** A provider as its author writes it: with the types of its own settings. */
export interface ProviderBody<A extends Attributes, Client>
  extends Omit<ProviderDefinition<Client>, 'name' | 'attributes' | 'validate' | 'configure'> {
  readonly attributes: A;
  validate?(config: ConfigOf<A>, context: ValidateContext<ConfigOf<A>>): void;
  configure(config: PlannedOf<A>, context: ConfigureContext): Promise<Client>;
}

/** The author's words, bound to the client that handlers are given. */
export interface Author<Client> {
  resource<const A extends NestableAttributes, Identity extends string & keyof StateOf<A>>(
    name: string,
    body: ResourceBody<A, Identity, Client>,
  ): ResourceDefinition<Client>;
  dataSource<const A extends DataSourceAttributes>(
    name: string,
    body: DataSourceBody<A, Client>,
  ): DataSourceDefinition<Client>;
  provider<const A extends ProviderAttributes>(
    name: string,
    body: ProviderBody<A, Client>,
  ): ProviderDefinition<Client>;
}

/**
 * Gives the author's words for one type of client.
 *
 * Methods are compared bivariantly, so a body with precise types is a definition with forgotten ones; that is
 * sound because `rpc/` builds every value a handler sees from that definition's own attributes.
 */
export function authorFor<Client>(): Author<Client> {
  return {
    resource: (name, body) => ({ version: 0, upgrades: {}, ...body, name }),
    dataSource: (name, body) => ({ ...body, name }),
    provider: (name, body) => ({ ...body, name }),
  };
}
