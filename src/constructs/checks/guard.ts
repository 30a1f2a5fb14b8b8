import { type TerraformProvider, type TerraformResource, TerraformStack, Tokenization } from 'cdktf';
import { type Attributes, describe, type Finding, type Rule } from './finding';
import { originByItself } from './literal-secret';
import { sealStack } from './seal';
import { at, isPlainObject, isRecord, isUnresolved, record, resolved } from './values';

/** @internal */
export interface Rules {
  /** Checked in the constructor, too, so that the stack trace shows the user's line. */
  readonly always: readonly Rule[];
  /** Checked only at synthesis: a setter may still correct the value. */
  readonly atSynthesis?: readonly Rule[];
}

/**
 * Applies rules to a construct: immediately to plain values, and again at synthesis to lazy values, setters, and
 * overrides of the construct or of its stack. References of its secrets are traced in the finished configuration.
 *
 * @internal
 */
export function guard(
  construct: TerraformProvider | TerraformResource,
  attributes: () => Record<string, unknown>,
  { always, atSynthesis = [] }: Rules,
): void {
  const current = () => withInputs(attributes(), construct);
  const given = current();
  const findings = apply(always, given);
  if (findings.length > 0) {
    const place = `[${construct.node.path}] ${construct.terraformResourceType}`;
    throw new Error(findings.map(finding => `${place}.${describe(finding)}`).join('\n'));
  }
  sealStack(TerraformStack.of(construct));
  construct.node.addValidation({
    validate: () => {
      const final = withOverrides(current(), at(construct, 'rawOverrides'), stackOverrides(construct));
      const changed = Object.keys(final).filter(name => hasChanged(final[name], given[name]));
      for (const name of changed) final[name] = resolved(final[name], construct);
      const rules = always.filter(({ reads }) => reads.some(name => changed.includes(name)));
      return apply([...rules, ...atSynthesis], final).map(
        finding => `${construct.terraformResourceType}.${describe(finding)}`,
      );
    },
  });
}

/**
 * CDK Terrain wraps write-only arguments in a token, in which a literal cannot be seen. The construct also has each
 * argument as it was given.
 */
function withInputs(
  attributes: Record<string, unknown>,
  construct: TerraformProvider | TerraformResource,
): Record<string, unknown> {
  const wrapped = Object.keys(attributes).filter(name => isWrapped(attributes[name]));
  if (wrapped.length === 0) return attributes;
  const inputs = wrapped.map(name => {
    const property = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return [name, at(construct, `${property}Input`)];
  });
  return { ...attributes, ...Object.fromEntries(inputs) };
}

function isWrapped(value: unknown): boolean {
  return isRecord(value) && Tokenization.isResolvable(value);
}

function hasChanged(value: unknown, given: unknown): boolean {
  return value !== given || isUnresolved(value);
}

function apply(rules: readonly Rule[], attributes: Attributes): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const finding = rule.check(attributes, originByItself);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** Merges like cdktf: an override of one attribute of an object keeps the others. */
function withOverrides(
  attributes: Record<string, unknown>,
  ...overrides: unknown[]
): Record<string, unknown> {
  const merged = { ...attributes };
  for (const override of overrides) {
    for (const [name, value] of Object.entries(record(override))) {
      const before = merged[name];
      const isNested = isPlainObject(value) && isPlainObject(before);
      merged[name] = isNested ? withOverrides(before, value) : value;
    }
  }
  return merged;
}

/** Returns the `stack.addOverride` values of this element. A provider's blocks are in a list. */
function stackOverrides(construct: TerraformProvider | TerraformResource): Attributes {
  const overrides = at(TerraformStack.of(construct), 'rawOverrides');
  const type = construct.terraformResourceType;
  if (!isProvider(construct)) {
    const ofType = at(overrides, 'resource', type);
    // Most stacks have none. cdktf hashes the path of a construct for each of these names.
    return ofType === undefined ? {} : record(at(ofType, construct.friendlyUniqueId));
  }
  return withOverrides({}, ...Object.values(record(at(overrides, 'provider', type))));
}

function isProvider(construct: TerraformProvider | TerraformResource): construct is TerraformProvider {
  return 'metaAttributes' in construct;
}
