import type { ActionContext } from './context';
import type { Attribute } from './schema-types';
import type { PlannedOf } from './shapes';

export type ActionAttributes = Readonly<
  Record<string, Attribute & { readonly mode: 'required' | 'optional' }>
>;

/** An action, for an `action` block of Terraform 1.14 and newer. It changes no state, and uses no client. */
export interface ActionBody<A extends ActionAttributes> {
  /** Markdown. The first sentence is the summary in the documentation. */
  readonly description: string;
  /** Arguments of the block `config`. */
  readonly attributes: A;
  /** Failed if it throws, or calls `fail`. */
  invoke(config: PlannedOf<A>, context: ActionContext): Promise<void>;
}
