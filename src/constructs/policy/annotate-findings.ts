import { AnnotationMetadataEntryType } from 'cdktf';
import type { IConstruct, MetadataEntry } from 'constructs';

/**
 * Annotates a construct with the findings of a policy, in place of what the policy said before: an aspect may have changed the
 * construct since. What another policy has said is not said again. A trace would show the engine alone.
 *
 * @param before what the last call has returned
 * @returns the annotations
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
    if (!node.metadata.some(({ type, data }) => type === level && data === finding))
      node.addMetadata(level, finding);
  return node.metadata.slice(others);
}
