import type { ActionAttributes, ActionBody } from './action';
import type { DataSourceAttributes, ProviderAttributes } from './attribute';
import type {
  ActionDefinition,
  ConfigureContext,
  DataSourceDefinition,
  ListDefinition,
  ProviderDefinition,
  ResourceDefinition,
} from './definition';
import type { DataSourceBody, ListBody, ResourceBody } from './resource';
import type { Attributes, ResourceAttributes } from './schema-types';
import type { PlannedOf } from './shapes';

/** A provider as its author writes it: with the types of its own settings. */
export interface ProviderBody<A extends Attributes, Client>
  extends Omit<ProviderDefinition<Client>, 'name' | 'attributes' | 'fromEnvironment' | 'configure'> {
  readonly attributes: A;
  readonly fromEnvironment?: { readonly [Name in keyof A]?: string };
  configure(config: PlannedOf<A>, context: ConfigureContext): Promise<Client>;
}

/** The functions for authors of definitions, typed with the client that handlers receive. */
export interface Author<Client> {
  resource<const A extends ResourceAttributes>(
    name: string,
    body: ResourceBody<A, Client>,
  ): ResourceDefinition<Client>;
  list<const F extends Attributes>(body: ListBody<F, Client>): ListDefinition<Client>;
  dataSource<const A extends DataSourceAttributes>(
    name: string,
    body: DataSourceBody<A, Client>,
  ): DataSourceDefinition<Client>;
  action<const A extends ActionAttributes>(name: string, body: ActionBody<A>): ActionDefinition;
  provider<const A extends ProviderAttributes>(
    name: string,
    body: ProviderBody<A, Client>,
  ): ProviderDefinition<Client>;
}

/**
 * Returns the functions for authors, for one type of client.
 *
 * TypeScript compares methods bivariantly, so a body with specific types is also a definition without them. That is
 * sound: `rpc/` builds every value of a handler from the attributes of the same definition.
 */
export function authorFor<Client>(): Author<Client> {
  return {
    resource: (name, body) => ({ ...body, name }),
    list: body => body,
    dataSource: (name, body) => ({ ...body, name }),
    action: (name, body) => ({ ...body, name }),
    provider: (name, body) => ({ ...body, name }),
  };
}
