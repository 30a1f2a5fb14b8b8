import * as fs from 'node:fs';
import type { TerraformElement, TerraformStack } from 'cdktf';
import { type AcceptedRisk, acceptedRisksFile, isForStack, readAcceptedRisks } from './rules/accepted-risks';

/** The address of a construct is final at the end of a synthesis alone. */
const accepted = new WeakMap<TerraformStack, (() => AcceptedRisk)[]>();

/** @internal */
export function accept(stack: TerraformStack, acceptance: () => AcceptedRisk): void {
  accepted.set(stack, [...(accepted.get(stack) ?? []), acceptance]);
}

/**
 * Returns what the program accepts in a stack. It is the same whatever the order of the program.
 *
 * @internal
 */
export const acceptedInCode = (stack: TerraformStack): AcceptedRisk[] =>
  (accepted.get(stack) ?? [])
    .map(acceptance => acceptance())
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** @internal */
export const addressOf = (element: TerraformElement): string =>
  `${Reflect.get(element, 'terraformResourceType')}.${element.friendlyUniqueId}`;

/**
 * Reads what people accept in the file beside the program.
 *
 * @internal
 */
export function acceptedInFile(stack: TerraformStack): readonly AcceptedRisk[] {
  if (!fs.existsSync(acceptedRisksFile)) return [];
  try {
    const entries = readAcceptedRisks(fs.readFileSync(acceptedRisksFile, 'utf8'));
    return entries.filter(entry => isForStack(entry, stack.node.id));
  } catch (error) {
    throw new Error(`${acceptedRisksFile} cannot be used. ${error instanceof Error ? error.message : error}`);
  }
}
