import { AnnotationMetadataEntryType, TerraformStack } from 'cdktf';
import type { IConstruct, MetadataEntry } from 'constructs';
import { howToAccept } from './judge-construct';
import { acceptedRisksFile } from './rules/accepted-risks';

/** The construct of each stack whose finding says how to accept one. */
const explained = new WeakMap<TerraformStack, IConstruct>();

/**
 * Annotates a construct with the findings of a policy, unless another policy has said the same. They replace what the policy
 * said before: an aspect may have changed the construct since. They have no trace, which would show the engine alone.
 *
 * @param before what the last call has returned
 * @returns the annotations
 * @internal
 */
export function annotateFindings(
  construct: IConstruct,
  findings: readonly string[],
  isError: boolean,
  before: readonly MetadataEntry[] = [],
): readonly MetadataEntry[] {
  const { node } = construct;
  const level = AnnotationMetadataEntryType[isError ? 'ERROR' : 'WARN'];
  // The library has no function that removes an annotation.
  const all: unknown = Reflect.get(node, '_metadata');
  if (Array.isArray(all)) all.splice(0, all.length, ...all.filter(entry => !before.includes(entry)));
  const others = node.metadata.length;
  for (const finding of findings) {
    if (node.metadata.some(({ type, data }) => type === level && String(data).startsWith(finding))) continue;
    node.addMetadata(level, isExplained(construct) ? finding : `${finding} ${howToAccept(construct)}`);
  }
  return node.metadata.slice(others);
}

/** Marks a construct that is the first of its stack. */
function isExplained(construct: IConstruct): boolean {
  const stack = TerraformStack.of(construct);
  const entries = explained.get(stack)?.node.metadata ?? [];
  if (entries.some(({ data }) => String(data).includes(acceptedRisksFile))) return true;
  explained.set(stack, construct);
  return false;
}
