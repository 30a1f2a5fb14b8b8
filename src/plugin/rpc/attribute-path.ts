import type { Attribute, Attributes } from '../define/attribute';
import { type Path, someElement } from '../define/path';
import type { ValueType } from '../define/value-type';
import { mayHoldSensitive } from '../values/sensitive';
import type { AttributePath_Step } from '../wire/gen/protocol';

export interface Located {
  readonly steps: AttributePath_Step[];
  /** Whether the source lines there may show a secret: of a sensitive attribute, or of what is around one. */
  readonly isSensitive: boolean;
}

/** Finds a path's place in a definition. Where Terraform cannot point any further, the steps end. */
export function locate(attributes: Attributes, path: Path): Located {
  const steps: AttributePath_Step[] = [];
  let type: ValueType = { kind: 'object', attributes };
  let attribute: Attribute | undefined;
  let isSensitive = false;
  for (const step of path) {
    if (step === someElement || type.kind === 'set') break;
    const inside: Inside | undefined = insideOf(type, step);
    if (inside === undefined) break;
    steps.push(inside.step);
    type = inside.type;
    attribute = inside.attribute ?? attribute;
    isSensitive ||= attribute?.sensitive === true;
  }
  return { steps, isSensitive: isSensitive || (attribute !== undefined && mayHoldSensitive(type)) };
}

interface Inside {
  readonly step: AttributePath_Step;
  readonly type: ValueType;
  readonly attribute?: Attribute | undefined;
}

function insideOf(type: ValueType, step: string | number): Inside | undefined {
  if (type.kind === 'object') {
    const attribute = type.attributes[step];
    return attribute && { step: { attributeName: String(step) }, type: attribute.type, attribute };
  }
  if (type.kind === 'map') return { step: { elementKeyString: String(step) }, type: type.element };
  if (type.kind !== 'list') return undefined;
  return { step: { elementKeyInt: Number(step) }, type: type.element };
}
