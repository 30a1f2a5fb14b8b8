import { type Block, blocksOf } from './blocks';
import { at, hasExpression, isRecord, record } from './values';

/** A name, as Terraform allows it. */
const name = String.raw`[\p{ID_Continue}-]+`;
/** A whole value that is one reference, with the path behind it. */
const soleReference = new RegExp(
  String.raw`^\$\{\s*(var|local|each)((?:\.${name}|\[\s*(?:\d+|"[^"\\$%]*")\s*\])+)\s*\}$`,
  'u',
);
const step = new RegExp(`"([^"]*)"|${name}`, 'gu');
const mentionedVariable = new RegExp(String.raw`(?<![\p{ID_Continue}.-])var\.(${name})`, 'gu');

/**
 * Returns true if a value of the finished JSON is a literal. A number is one, too: Terraform converts it to a text.
 *
 * @internal
 */
export function isLiteral(value: unknown): boolean {
  return value !== null && value !== undefined && !isRecord(value) && !hasExpression(String(value));
}

/**
 * Returns the place to which a sole reference leads, if a literal stands there. Nothing is followed further: this is a
 * guard rail against mistakes, and no interpreter of expressions (decision 13).
 *
 * @internal
 */
export function literalBehind(value: unknown, block: Block, json: Block): string | undefined {
  const [, root, path = ''] = typeof value === 'string' ? (soleReference.exec(value) ?? []) : [];
  const [first = '', ...deeper] = [...path.matchAll(step)].map(([text, quoted]) => quoted ?? text);
  const [place, values] = target(root, first, block, json);
  return values.some(each => isLiteral(at(each, ...deeper))) ? place : undefined;
}

function target(
  root: string | undefined,
  first: string,
  { for_each: forEach }: Block,
  json: Block,
): readonly [place: string, values: readonly unknown[]] {
  if (root === 'var') {
    const defaults = declarations(first, json).map(variable => variable['default']);
    return [`the default of the variable "${first}"`, defaults];
  }
  if (root === 'local')
    return [`the local "${first}"`, blocksOf(json['locals'], 0).map(({ block }) => block[first])];
  if (root !== 'each') return ['', []];
  return ['its for_each', first === 'key' ? Object.keys(record(forEach)) : Object.values(record(forEach))];
}

/**
 * Returns the declared variables that a value names.
 *
 * @internal
 */
export function variablesIn(
  value: unknown,
  json: Block,
): { readonly name: string; readonly isEphemeral: boolean }[] {
  const names = [...String(value).matchAll(mentionedVariable)].map(([, named = '']) => named);
  return names.flatMap(named =>
    declarations(named, json).map(({ ephemeral }) => ({
      name: named,
      isEphemeral: String(ephemeral) === 'true',
    })),
  );
}

function declarations(variable: string, json: Block): Block[] {
  const all = blocksOf(json['variable'], 0).flatMap(({ block }) => blocksOf(block[variable], 0));
  return all.map(({ block }) => block);
}
