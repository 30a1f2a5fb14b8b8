import { isRecord } from '../checks/values';

/** @internal */
export type Block = Readonly<Record<string, unknown>>;

/** @internal */
export interface LabelledBlock {
  readonly labels: readonly string[];
  readonly block: Block;
}

/**
 * Returns the blocks of a keyword in Terraform's JSON syntax. Each level may be an object, or a list of them.
 *
 * @param depth number of labels of a block
 * @internal
 */
export function blocksOf(json: unknown, depth: number, labels: readonly string[] = []): LabelledBlock[] {
  if (Array.isArray(json)) return json.flatMap(each => blocksOf(each, depth, labels));
  if (!isRecord(json)) return [];
  if (depth === 0) return [{ labels, block: json }];
  return Object.entries(json).flatMap(([label, inner]) =>
    label === '//' ? [] : blocksOf(inner, depth - 1, [...labels, label]),
  );
}

/**
 * Returns true if somebody else may set an argument, or a part of it, and Terraform then keeps that value.
 *
 * @internal
 */
export function ignoresChanges({ lifecycle }: Block, argument: string): boolean {
  const ignored = blocksOf(lifecycle, 0).flatMap(({ block }) => block['ignore_changes']);
  return ignored.flat().some(path => path === 'all' || String(path).split(/[.[]/)[0] === argument);
}
