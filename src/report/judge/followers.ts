import { secretArguments } from '../../constructs/gen/secret-arguments';
import type { Block } from '../plan/configuration';
import { inputsOf } from '../plan/inputs';
import { type Json, member, partAt } from '../plan/json';
import type { Plan } from '../plan/plan';
import { changedIn, isKnown, type PlannedObject } from '../plan/planned-object';
import { actionOf } from './judging';

/**
 * Returns nothing for a change in place to what is known after apply. No plan shows a write-only argument, so it may name keys
 * that are due, and nothing else.
 *
 * @param due the blocks of these keys
 */
export function whyNotFollowing(
  object: PlannedObject,
  { configuration }: Plan,
  due: ReadonlySet<string>,
): string | undefined {
  const block = configuration.blocks.get(object.block);
  const action = actionOf(object);
  if (block === undefined || action !== 'update') return `it is not changed in place, but: ${action}`;
  const changed = changedIn(object);
  if (changed.some(name => isKnown(object, name))) return 'it gets a value that is known before the apply';
  // Of our own objects, only a secret and its version follow: which events an endpoint gets is for a person.
  const own = secretArguments[object.type];
  if (!changed.every(name => own?.includes(name.replace(/_version$/, '')) ?? true))
    return 'more of it changes than its secret';
  const unseen = unseenIn(block.expressions, object.after);
  return unseen.map(expression => whyNotOfKeys(expression, block, due)).find(reason => reason !== undefined);
}

function whyNotOfKeys(expression: Json, { scope }: Block, due: ReadonlySet<string>): string | undefined {
  if (member(expression, 'constant_value') === null) return undefined;
  const { constants, variables, references } = inputsOf(expression, scope);
  const others = references.filter(one => ![...due].some(key => `${one}.`.startsWith(`${key}.`)));
  if (others.some(one => /(?:^|\.)local\./.test(one)))
    return 'its write-only value is behind a local: name the key itself';
  // Of `svc_api_key.x[each.key].key`, a plan names the block alone.
  const isValue = (one: string) => [...due].some(key => one === key || one === `${key}.key`);
  const isOfKeys = constants.length + variables.length + others.length === 0 && references.some(isValue);
  return isOfKeys ? undefined : 'its write-only value is not that of a key that is due';
}

/**
 * Returns the expressions whose values no plan shows: it has null for a write-only argument. Of a function, a plan has its
 * references alone, and so nothing of `file("token")`.
 */
function unseenIn(expression: Json, after: Json): readonly Json[] {
  const parts = Object.entries(expression ?? {});
  if (parts.length === 0 || parts.some(([name]) => ['references', 'constant_value'].includes(name)))
    return hasNull(after) ? [expression] : [];
  return parts.flatMap(([name, part]) => unseenIn(part, partAt(after, name)));
}

/** What is known after apply is absent. */
function hasNull(value: Json): boolean {
  if (value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}
