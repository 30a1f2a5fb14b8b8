import type { IAspect, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { at } from '../checks/values';

/** Marks a policy, also of another copy of this package. */
const mark = Symbol.for('cdktf-provider-svc/SvcPolicy');

export function markPolicy(policy: IAspect): void {
  Object.defineProperty(policy, mark, { value: true });
}

/**
 * Lets each policy visit what it applies to in a stack. cdktf starts its aspects at the stacks, so it leaves out those on an
 * App, and its symbol of aspects is not shared, so it leaves out those that another copy of cdktf has added. A program with
 * a linked clone, or with two versions of constructs, has two copies. All aspects have run then, so what a policy says now
 * replaces what it said in its turn among them.
 */
export function visitWithPolicies(stack: TerraformStack): void {
  const { scopes } = stack.node;
  for (const scope of [...scopes.slice(0, -1), ...stack.node.findAll()])
    for (const policy of aspectsOn(scope).filter(aspect => mark in aspect))
      for (const node of (scopes.includes(scope) ? stack : scope).node.findAll()) policy.visit(node);
}

function aspectsOn(scope: IConstruct): readonly IAspect[] {
  const symbols = Object.getOwnPropertySymbols(scope).filter(({ description }) =>
    description?.endsWith('-aspects'),
  );
  return symbols.flatMap(symbol => {
    const all = at(Reflect.get(scope, symbol), 'all');
    return Array.isArray(all) ? all : [];
  });
}
