import { AnnotationMetadataEntryType, Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Adds a warning to a construct, unless it is there: a program may set a value twice.
 *
 * @internal
 */
export function annotate(construct: IConstruct, message: string): void {
  const { WARN } = AnnotationMetadataEntryType;
  if (construct.node.metadata.some(({ type, data }) => type === WARN && data === message)) return;
  Annotations.of(construct).addWarning(message);
}
