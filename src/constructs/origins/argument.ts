import { isRecord } from '../checks/values';
import { type Block, blocksOf } from './blocks';
import { choicesOf } from './contents';
import { objectOf, type Scope } from './evaluate';
import { valueOfJson } from './json';
import { scopeOfEach } from './scope-of-each';
import { either, list, once, outside, type Value } from './value';

type Attributes = ReadonlyMap<string, () => Value>;

/**
 * Returns the value that other expressions read from an argument of a resource. An object may be a nested block,
 * to which the provider adds attributes. A null argument counts as omitted: the provider may set a value.
 *
 * @internal
 */
export function valueOfArgument(json: unknown, scope: Scope): Value {
  if (Array.isArray(json)) return list(json.map(item => valueOfArgument(item, scope)));
  return isRecord(json) ? blockOf(json, scope) : asArgument(valueOfJson(json, scope));
}

function blockOf(json: Block, scope: Scope): Value {
  const given = objectOf(
    Object.entries(json)
      .filter(([name, inner]) => !isDynamic(name, inner))
      .map(([name, inner]) => ({ key: valueOfJson(name, scope), value: valueOfArgument(inner, scope) })),
  );
  return { ...given, attributes: withDynamic(given.attributes, json.dynamic, () => scope), isBlock: true };
}

/**
 * Returns true if an entry of a block is the keyword `dynamic`, not an attribute of that name.
 *
 * @internal
 */
export function isDynamic(name: string, json: unknown): boolean {
  return name === 'dynamic' && isRecord(json);
}

/**
 * Adds the dynamic blocks to the attributes of a block. Only Terraform knows their number and order.
 *
 * @internal
 */
export function withDynamic(attributes: Attributes, dynamic: unknown, scopeAt: (name: string) => Scope) {
  const all = new Map(attributes);
  if (!isRecord(dynamic)) return all;
  for (const { labels, block } of blocksOf(dynamic, 1)) {
    const [name = ''] = labels;
    const before = all.get(name);
    const iterator = typeof block.iterator === 'string' ? block.iterator : name;
    const made = () => {
      const scope = scopeOfEach(block, scopeAt(name), iterator);
      const content = blocksOf(block.content, 0).map(inner => blockOf(inner.block, scope));
      return list([...blocksIn(before?.()), ...content], { ordered: false, complete: false });
    };
    all.set(name, once(made));
  }
  return all;
}

function blocksIn(value: Value = list([])): readonly Value[] {
  return value.kind === 'list' ? choicesOf(value) : [value];
}

/** Cache: most resources share their values. */
const known = new WeakMap<Value, Value>();

function asArgument(value: Value): Value {
  if (value.kind === 'nothing') return outside;
  if (value.kind === 'literal' || value.kind === 'outside' || value.kind === 'missing') return value;
  const argument = known.get(value) ?? converted(value);
  known.set(value, argument);
  return argument;
}

function converted(value: Exclude<Value, { kind: 'literal' | 'outside' | 'nothing' | 'missing' }>): Value {
  if (value.kind === 'either') return either(value.choices.map(asArgument));
  if (value.kind === 'list') {
    return { ...value, items: value.items.map(asArgument), others: value.others && asArgument(value.others) };
  }
  const attributes = [...value.attributes].map(
    ([name, attribute]) => [name, once(() => asArgument(attribute()))] as const,
  );
  return { ...value, attributes: new Map(attributes), isBlock: true };
}
