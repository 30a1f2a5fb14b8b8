import type { Block } from '../plan/configuration';
import { member } from '../plan/json';
import { originOf, partsAt, textsWithin } from '../plan/origin';
import type { Plan } from '../plan/plan';

/** The keys that a provider runs with, as far as a plan tells. Used for comparison alone, and never shown. */
export interface OwnKeys {
  readonly values: readonly string[];
  /** Addresses of blocks of the same configuration whose key it is. */
  readonly blocks: readonly string[];
  /** True if every part of the key that the configuration gives is in the plan: as a value, or as a key of its blocks. */
  readonly isSeen: boolean;
  /** True if the configuration gives no key, or one that is certainly null: the block then runs with SVC_API_KEY. */
  readonly isFromEnvironment: boolean;
}

/** @param block of a provider; undefined if the configuration has none */
export function ownKeysOf(plan: Plan, block: Block | undefined): OwnKeys {
  if (block === undefined) return { values: [], blocks: [], isSeen: false, isFromEnvironment: true };
  const expression = member(block.expressions, 'api_key');
  const { constants, variables, references } = originOf(expression, block.scope);
  const given = variables.flatMap(({ name, path }) => partsAt(plan.variables.get(name), path));
  const values = textsWithin([...constants, ...given]);
  const blocks = references.flatMap(reference => keyBlockOf(plan, reference) ?? []);
  const isWhole = blocks.length === references.length;
  const isNullVariable =
    variables.length > 0 &&
    references.length === 0 &&
    variables.every(({ name }) => plan.variables.has(name)) &&
    [...constants, ...given].every(value => value === null || value === undefined);
  const isNull = member(expression, 'constant_value') === null || isNullVariable;
  return {
    values,
    blocks,
    isSeen: isWhole && values.length + blocks.length > 0,
    isFromEnvironment: expression === undefined || isNull,
  };
}

/** Of a key whose index is an expression, a plan names the block alone. */
function keyBlockOf({ configuration }: Plan, reference: string): string | undefined {
  const address = reference.replace(/\.key$/, '');
  return configuration.blocks.get(address)?.type === 'svc_api_key' ? address : undefined;
}
