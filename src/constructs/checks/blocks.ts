import { isRecord } from './values';

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
