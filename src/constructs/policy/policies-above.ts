import { type IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { at } from '../checks/values';

/**
 * Lets the policies on an App, and on what it has above the stack, visit a stack: cdktf starts its aspects at the stacks.
 *
 * @internal
 */
export function visitFromAbove(construct: IConstruct, isPolicy: (aspect: IAspect) => boolean): void {
  const stack = TerraformStack.of(construct);
  const policies = stack.node.scopes.slice(0, -1).flatMap(aspectsOn).filter(isPolicy);
  for (const policy of policies) for (const node of stack.node.findAll()) policy.visit(node);
}

/**
 * `Aspects.of` sees only what was added by the same copy of cdktf: its symbol is not shared. A program with a linked clone,
 * or with two versions of constructs, has two copies.
 */
function aspectsOn(scope: IConstruct): readonly IAspect[] {
  const symbols = Object.getOwnPropertySymbols(scope).filter(({ description }) =>
    description?.endsWith('-aspects'),
  );
  return symbols.flatMap(symbol => {
    const all = at(Reflect.get(scope, symbol), 'all');
    return Array.isArray(all) ? all : [];
  });
}
