import { TerraformElement, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** Found once for a whole stack: to search the tree for each secret would make synthesis quadratic. */
const elementsByName = new WeakMap<TerraformStack, ReadonlyMap<string, TerraformElement>>();

/**
 * The element of a stack that bears a name in Terraform, at whatever depth.
 *
 * @internal
 */
export function elementNamed(name: string, stack: TerraformStack): TerraformElement | undefined {
  // Nearly every variable is a direct child of its stack.
  const near = stack.node.tryFindChild(name) ?? elementsByName.get(stack)?.get(name);
  if (bears(near, name) && isWithin(near, stack)) return near;
  // The tree has grown or lost something since it was searched, or never was.
  const elements = stack.node.findAll().filter(TerraformElement.isTerraformElement).reverse();
  elementsByName.set(stack, new Map(elements.map(element => [element.friendlyUniqueId, element])));
  return elementsByName.get(stack)?.get(name);
}

function bears(construct: IConstruct | undefined, name: string): construct is TerraformElement {
  return TerraformElement.isTerraformElement(construct) && construct.friendlyUniqueId === name;
}

/** A construct that was removed, or whose scope was, still knows that scope. */
function isWithin(construct: IConstruct, stack: TerraformStack): boolean {
  if (construct === stack) return true;
  const { scope, id } = construct.node;
  return scope?.node.tryFindChild(id) === construct && isWithin(scope, stack);
}
