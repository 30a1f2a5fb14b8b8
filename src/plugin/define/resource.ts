import type { HandlerContext, ListContext, PlanContext, PlanDeleteContext, ValidateContext } from './context';
import type { Attributes, ResourceAttributes } from './schema-types';
import type { ConfigOf, IdentifiedOf, PlannedOf, StateOf } from './shapes';

/**
 * A complete resource: attributes as data, rules as pure functions, and handlers.
 *
 * Handlers see plain typed values and throw plain errors. `rpc/` does everything that is the same for every
 * resource.
 */
export interface ResourceBody<A extends ResourceAttributes, Client> {
  /** Markdown. The first sentence is the summary in the documentation. */
  readonly description: string;
  readonly attributes: A;
  /** Rules between attributes. Rules of one attribute are its `check`. */
  validate?(config: ConfigOf<A>, context: ValidateContext<ConfigOf<A>>): void;
  plan?(context: PlanContext<StateOf<A>, ConfigOf<A>, Client>): void;
  planDelete?(context: PlanDeleteContext<StateOf<A>, Client>): void;
  create(planned: PlannedOf<A>, context: HandlerContext<Client>): Promise<StateOf<A>>;
  /** Returns undefined if the object is gone. After an import, only the id is known. */
  read(state: IdentifiedOf<A>, context: HandlerContext<Client>): Promise<IdentifiedOf<A> | undefined>;
  update(prior: StateOf<A>, planned: PlannedOf<A>, context: HandlerContext<Client>): Promise<StateOf<A>>;
  delete(state: StateOf<A>, context: HandlerContext<Client>): Promise<void>;
  /** Lists the platform's objects. Made by `list`. */
  readonly list?: ListBody<Attributes, Client>;
}

/** The list of a resource's objects, for `terraform query`. Its objects are what `read` returns after an import. */
export interface ListBody<F extends Attributes, Client> {
  readonly description: string;
  /** Arguments of the block `config`. */
  readonly filters: F;
  /** Yields the objects that pass the filters. It keeps none of them: there may be thousands. */
  objects(filters: PlannedOf<F>, context: ListContext<Client>): AsyncIterable<ListedObject<Client>>;
}

export interface ListedObject<Client> {
  readonly id: string;
  /** What a person recognises the object by. It never holds a secret. */
  readonly displayName: string;
  /** Returns the state of the object as the list shows it, by the same function as `read`. */
  stateFrom(imported: Imported, context: HandlerContext<Client>): object;
}

/** The state from which the first read of an imported object starts: its identity, and defaults. */
export type Imported = { readonly id: string };

export interface DataSourceBody<A extends Attributes, Client> {
  readonly description: string;
  readonly attributes: A;
  read(config: PlannedOf<A>, context: HandlerContext<Client>): Promise<StateOf<A>>;
}
