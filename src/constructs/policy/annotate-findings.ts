import { AnnotationMetadataEntryType, TerraformStack } from 'cdktf';
import type { IConstruct, MetadataEntry } from 'constructs';
import { howToAccept } from './judge-construct';
import { acceptedRisksFile } from './rules/accepted-risks';

/**
 * Annotates a construct with the findings of a policy, in place of what the policy said before: an aspect may have changed the
 * construct since. What another policy has said is not said again. A trace would show the engine alone.
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
  for (const finding of findings)
    if (!isSaid(construct, finding, level))
      node.addMetadata(level, isFirst(construct) ? `${finding} ${howToAccept(construct)}` : finding);
  return node.metadata.slice(others);
}

const isSaid = ({ node }: IConstruct, text: string, level?: string): boolean =>
  node.metadata.some(({ type, data }) => type === (level ?? type) && String(data).includes(text));

/** The construct of each stack whose finding says how to accept one. */
const explained = new WeakMap<TerraformStack, IConstruct>();

function isFirst(construct: IConstruct): boolean {
  const stack = TerraformStack.of(construct);
  const first = explained.get(stack);
  if (first !== undefined && isSaid(first, acceptedRisksFile)) return false;
  explained.set(stack, construct);
  return true;
}
