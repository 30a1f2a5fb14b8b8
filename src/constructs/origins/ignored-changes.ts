import { isRecord } from '../checks/values';
import { parseExpression } from '../expressions/parser';
import type { Expression } from '../expressions/syntax';
import { isIndex } from './access';
import type { Block } from './blocks';
import { either, once, outside, type Value } from './value';

type Attributes = Map<string, () => Value>;
type Step = string | number | boolean | null;

/**
 * Removes the values that somebody else may set and that Terraform then keeps (`ignore_changes`).
 *
 * @internal
 */
export function withoutIgnored(attributes: Attributes, { lifecycle }: Block): Attributes {
  const blocks: unknown[] = Array.isArray(lifecycle) ? lifecycle : [lifecycle];
  const paths = blocks
    .flatMap(block => (isRecord(block) ? block.ignore_changes : undefined))
    .flatMap(path => (typeof path === 'string' ? [stepsOf(parseExpression(path))] : []));
  const kept = new Map(attributes);
  for (const [name, ...deeper] of paths) {
    if (name === 'all') return new Map();
    const attribute = kept.get(String(name));
    if (attribute !== undefined)
      kept.set(
        String(name),
        once(() => without(attribute(), deeper)),
      );
  }
  return kept;
}

/** Returns the steps of a path like `tags["a"].b`. */
function stepsOf(path: Expression | undefined): Step[] {
  if (path?.kind === 'name') return [path.name];
  if (path?.kind !== 'index' || path.key.kind !== 'constant') return [];
  const before = stepsOf(path.of);
  return before.length === 0 ? [] : [...before, path.key.value];
}

/** Makes one part of the value external. A path that does not exist changes nothing. */
function without(value: Value, [step, ...deeper]: readonly Step[]): Value {
  if (step === undefined) return outside;
  const name = String(step);
  if (value.kind === 'either') return either(value.choices.map(each => without(each, [step, ...deeper])));
  if (value.kind === 'list' && value.ordered && isIndex(name)) {
    const items = value.items.map((item, index) => (index === Number(name) ? without(item, deeper) : item));
    return { ...value, items };
  }
  if (value.kind !== 'object') return value;
  const attribute = value.attributes.get(name);
  if (attribute === undefined) return value.isBlock && isIndex(name) ? without(value, deeper) : value;
  const attributes = new Map(value.attributes).set(name, () => without(attribute(), deeper));
  return { ...value, attributes };
}
