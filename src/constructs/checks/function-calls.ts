import { parseTemplate } from '../expressions/parser';
import { type Block, blocksOf } from '../origins/blocks';
import type { Configuration } from '../origins/configuration';
import { literalIn } from '../origins/contents';
import { evaluate, type Scope } from '../origins/evaluate';
import { scopeOfEach } from '../origins/scope-of-each';
import { nothing, type Value } from '../origins/value';
import { localNames } from './local-names';
import { functionsOfSecrets } from './sealed-blocks';
import { isRecord } from './values';

/** Number of labels by type of block. Other blocks have one. */
const labelsOf: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  ephemeral: 2,
  locals: 0,
  terraform: 0,
};

/** A call of our function with a literal for a secret. */
export interface LiteralCall {
  /** Address of the block with the call. */
  readonly address: string;
  readonly called: string;
}

/**
 * Finds the calls of our functions in a whole configuration.
 *
 * @internal
 */
export function literalCalls(json: Block, configuration: Configuration): LiteralCall[] {
  if (!mentions(json)) return [];
  const ours = [...localNames(json)].flatMap(name =>
    functionsOfSecrets.map(called => `provider::${name}::${called}`),
  );
  return Object.entries(json).flatMap(([keyword, blocks]) =>
    blocksOf(blocks, labelsOf[keyword] ?? 1).flatMap(({ labels, block }) => {
      const called = new Set<string>();
      const onCall = (name: string, [secret = nothing]: readonly Value[]) => {
        if (ours.includes(name) && literalIn(secret) !== undefined) called.add(name);
      };
      visit(block, { ...configuration.scopeOf(block), onCall });
      return [...called].map(name => ({ address: [keyword, ...labels].join('.'), called: name }));
    }),
  );
}

/** Only calls of these functions are evaluated. HCL identifiers have one spelling, with optional blanks around them. */
const anyCall = new RegExp(functionsOfSecrets.join('|'));

/** True if a call is possible. A comment (`//`) or a part of a name may match, too. */
const mentions = (json: Block) => anyCall.test(JSON.stringify(json));

function visit(json: unknown, scope: Scope): void {
  if (typeof json === 'string') {
    const expression = anyCall.test(json) ? parseTemplate(json) : undefined;
    if (expression !== undefined) evaluate(expression, scope);
  } else if (isRecord(json)) {
    for (const [key, inner] of Object.entries(json)) {
      visit(key, scope);
      if (key === 'dynamic') visitDynamic(inner, scope);
      else if (key !== '//') visit(inner, scope);
    }
  }
}

/** The dynamic block's name, or its `iterator`, refers to the current item. */
function visitDynamic(json: unknown, scope: Scope): void {
  for (const {
    labels: [label = ''],
    block,
  } of blocksOf(json, 1)) {
    const name = typeof block.iterator === 'string' ? block.iterator : label;
    visit(block.content, scopeOfEach(block, scope, name));
  }
}
