import { TerraformProvider, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Block } from './blocks';
import { type Fault, faultsIn } from './finished-json';
import { isRecord } from './values';

const sealed = new WeakSet<IConstruct>();

/**
 * Checks everything that a stack writes, whether constructs, overrides or aspects created it. It ignores
 * `skipValidation`, since the output gets into git in each case.
 *
 * It replaces the stack's own methods: cdktf has no hook between the JSON and its file. Creating the JSON a second
 * time, in the hook before, would take as long as the rest of a synthesis.
 *
 * @internal
 */
export function sealStack(stack: TerraformStack): void {
  if (sealed.has(stack)) return;
  sealed.add(stack);
  const { toTerraform, toHclTerraform } = stack;
  replaceMethod(stack, 'toTerraform', () => {
    const json: unknown = toTerraform.call(stack);
    if (isRecord(json)) refuseFaults(stack, json);
    return json;
  });
  replaceMethod(stack, 'toHclTerraform', () => {
    stack.toTerraform();
    return toHclTerraform.call(stack);
  });
}

function replaceMethod(construct: IConstruct, name: string, value: () => unknown): void {
  Object.defineProperty(construct, name, { value, configurable: true, writable: true });
}

function refuseFaults(stack: TerraformStack, json: Block): void {
  const faults = faultsIn(json);
  if (faults.length === 0) return;
  throw new Error(faults.map(fault => `[${pathOf(fault, stack)}] ${fault.text}`).join('\n'));
}

function pathOf({ path, provider }: Fault, stack: TerraformStack): string {
  if (path !== undefined || provider === undefined) return path ?? stack.node.path;
  const constructs = stack.node.findAll().filter(TerraformProvider.isTerraformProvider);
  const found = constructs.find(
    ({ terraformResourceType, alias }) => terraformResourceType === 'svc' && alias === provider.alias,
  );
  return (found ?? stack).node.path;
}
