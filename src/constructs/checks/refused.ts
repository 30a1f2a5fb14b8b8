import type { IConstruct } from 'constructs';

/**
 * Returns the error of a constructor, and takes the construct out of the tree: a program that catches the error would
 * synthesize a block without arguments.
 *
 * @internal
 */
export function refused({ node }: IConstruct, message: string): Error {
  node.scope?.node.tryRemoveChild(node.id);
  return new Error(message);
}
