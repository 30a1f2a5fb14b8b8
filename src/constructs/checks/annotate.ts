import { AnnotationMetadataEntryType, Annotations } from 'cdktf';
import type { IConstruct } from 'constructs';

const { ERROR, WARN } = AnnotationMetadataEntryType;

/**
 * Adds an error or a warning to a construct, unless it is there: a program may be synthesized twice.
 *
 * @internal
 */
export function annotate(construct: IConstruct, message: string, isError: boolean): void {
  const level = isError ? ERROR : WARN;
  if (construct.node.metadata.some(({ type, data }) => type === level && data === message)) return;
  if (isError) Annotations.of(construct).addError(message);
  else Annotations.of(construct).addWarning(message);
}
