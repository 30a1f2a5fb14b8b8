import { type Block, originOf } from '../plan/configuration';
import { member, textsIn } from '../plan/json';
import type { Plan } from '../plan/plan';

/** The keys that a provider runs with, as far as a plan tells. Used for comparison alone, and never shown. */
export interface OwnKeys {
  readonly values: readonly string[];
  /** Addresses of blocks of the same configuration whose key it is. */
  readonly blocks: readonly string[];
  /** True if the configuration gives a key whose value stands in the plan, or in a block of it. */
  readonly isSeen: boolean;
}

/** @param providerKey as a plan names provider blocks: `svc`, `svc.backup` or `module.a:svc` */
export function ownKeysOf(plan: Plan, providerKey: string): OwnKeys {
  const block = plan.configuration.providers.get(providerKey);
  if (block === undefined) return { values: [], blocks: [], isSeen: false };
  return ownKeysOfBlock(plan, block);
}

function ownKeysOfBlock(plan: Plan, { expressions, scope }: Block): OwnKeys {
  const { constants, variables, references } = originOf(member(expressions, 'api_key'), scope);
  const given = [...constants, ...variables.map(name => plan.variables.get(name))];
  const values = textsIn(given).filter(value => value !== '');
  const blocks = references
    .filter(reference => reference.endsWith('.key'))
    .map(text => text.slice(0, -'.key'.length));
  return { values, blocks, isSeen: values.length + blocks.length > 0 };
}
