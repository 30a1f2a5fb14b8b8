import type { ActionAttributes, ActionBody } from './action';
import type { DataSourceAttributes, ProviderAttributes } from './attribute';
import type { ConfigureContext } from './context';
import type {
  ActionDefinition,
  DataSourceDefinition,
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

/**
 * Returns the functions for authors of definitions, typed with the client that handlers receive.
 *
 * TypeScript compares methods bivariantly, so a body with specific types is also a definition without them. That is
 * sound: `rpc/` builds every value of a handler from the attributes of the same definition.
 */
export function authorFor<Client>() {
  return {
    resource: <const A extends ResourceAttributes>(
      name: string,
      body: ResourceBody<A, Client>,
    ): ResourceDefinition<Client> => ({ ...body, name }),
    list: <const F extends Attributes>(body: ListBody<F, Client>): ListBody<Attributes, Client> => body,
    dataSource: <const A extends DataSourceAttributes>(
      name: string,
      body: DataSourceBody<A, Client>,
    ): DataSourceDefinition<Client> => ({ ...body, name }),
    action: <const A extends ActionAttributes>(name: string, body: ActionBody<A>): ActionDefinition => ({
      ...body,
      name,
    }),
    provider: <const A extends ProviderAttributes>(
      name: string,
      body: ProviderBody<A, Client>,
    ): ProviderDefinition<Client> => ({ ...body, name }),
  };
}
