import { type Path, someElement } from '../define/path';
import type { Attributes, ValueType } from '../define/schema-types';
import type { AttributePath_Step } from '../protocol/gen/protocol';

/** Returns a path in Terraform's format. The path ends at a set, because Terraform cannot point inside one. */
export function stepsOf(attributes: Attributes, path: Path): AttributePath_Step[] {
  const steps: AttributePath_Step[] = [];
  let type: ValueType | undefined = { kind: 'object', attributes };
  for (const step of path) {
    if (step === someElement || type === undefined || !('attributes' in type || 'element' in type)) break;
    if (type.kind === 'set') break;
    steps.push(stepInto(type.kind, step));
    type = type.kind === 'object' ? type.attributes[step]?.type : type.element;
  }
  return steps;
}

function stepInto(kind: 'object' | 'list' | 'map', step: string | number): AttributePath_Step {
  if (kind === 'object') return { attributeName: String(step) };
  return kind === 'map' ? { elementKeyString: String(step) } : { elementKeyInt: Number(step) };
}
