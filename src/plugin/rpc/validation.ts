import { type Attribute, type Attributes, type Finding, invalid } from '../define/attribute';
import type { ValidateContext } from '../define/context';
import type { PlainObject } from '../define/definition';
import type { ValueType } from '../define/value-type';
import { knowledgeOf, toKnownObject } from '../values/known';
import { toPlain } from '../values/plain';
import { isRawList, isRawObject, isWhollyKnown, type Raw, type RawObject } from '../values/raw';
import type { Diagnostics } from './diagnostics';

/** Runs every check whose value is known, then the rules between attributes. */
export function validateObject(
  attributes: Attributes,
  config: RawObject,
  diagnostics: Diagnostics,
  rule?: (config: PlainObject, context: ValidateContext<PlainObject>) => void,
): void {
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute) validateAttribute(attribute, config[name] ?? null, name, diagnostics);
  }
  const rawOf = (name: string) => config[name] ?? null;
  rule?.(toKnownObject(attributes, rawOf), {
    ...knowledgeOf(attributes, rawOf),
    warn: diagnostics.warn,
    fail: diagnostics.fail,
  });
}

function validateAttribute(attribute: Attribute, value: Raw, name: string, diagnostics: Diagnostics): void {
  if (value === null) return;
  if (isWhollyKnown(value)) {
    for (const problem of misfits(attribute.type, value, name))
      diagnostics.addFinding(invalid(`Invalid ${name}`, problem), name);
  }
  for (const finding of findingsOf(attribute, value)) diagnostics.addFinding(finding, name);
}

/** The findings of an attribute's own check and of its nested attributes'; each looks at a known value alone. */
function findingsOf(attribute: Attribute, value: Raw): readonly Finding[] {
  const own = isWhollyKnown(value) ? (attribute.check?.(toPlain(attribute.type, value)) ?? []) : [];
  if (attribute.type.kind !== 'object' || !isRawObject(value)) return own;
  const nested = Object.entries(attribute.type.attributes).flatMap(([name, inner]) => {
    const innerValue = value[name] ?? null;
    return innerValue === null ? [] : findingsOf(inner, innerValue);
  });
  return [...own, ...nested];
}

/** What Terraform's own type check lets pass: nulls inside collections, and choices. */
function misfits(type: ValueType, value: Raw, path: string): readonly string[] {
  if (type.kind === 'string' && type.choices && !type.choices.some(choice => choice === value)) {
    return [`\`${path}\` must be one of ${type.choices.map(choice => `"${choice}"`).join(', ')}.`];
  }
  if ((type.kind === 'list' || type.kind === 'set') && isRawList(value)) {
    return value.some(element => element === null)
      ? [`\`${path}\` has an element that is null. Remove it, or give it a value.`]
      : value.flatMap(element => misfits(type.element, element, path));
  }
  if (type.kind === 'map' && isRawObject(value)) {
    const empty = Object.entries(value).filter(([, element]) => element === null);
    return empty.map(
      ([key]) => `\`${path}\` has a null under the key "${key}". Remove it, or give it a value.`,
    );
  }
  if (type.kind === 'object' && isRawObject(value)) {
    return Object.entries(type.attributes).flatMap(([name, nested]) =>
      value[name] === null || value[name] === undefined
        ? []
        : misfits(nested.type, value[name], `${path}.${name}`),
    );
  }
  return [];
}
