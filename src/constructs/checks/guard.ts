import { type TerraformProvider, type TerraformResource, TerraformStack, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { type Attributes, describe, type Finding, type Rule } from './finding';
import { noticeSynthesis } from './synthesis';
import { at, record, resolved } from './values';

/** @internal */
export interface Rules {
  /** Applied in the constructor too, so that the stack trace shows the line at fault. */
  readonly always: readonly Rule[];
  /** Applied at synthesis alone, for what a setter may still put right. */
  readonly atSynthesis?: readonly Rule[];
}

/**
 * Holds a construct to its rules: at once for what is given as it stands, and again at synthesis for
 * lazy values, setters and overrides of the construct or of its stack.
 *
 * @internal
 */
export function guard(
  construct: TerraformProvider | TerraformResource,
  attributes: () => Record<string, unknown>,
  { always, atSynthesis = [] }: Rules,
): void {
  const given = attributes();
  const findings = apply(always, given, construct);
  if (findings.length > 0) {
    const place = `[${construct.node.path}] ${construct.terraformResourceType}`;
    throw new Error(findings.map(finding => `${place}.${describe(finding)}`).join('\n'));
  }
  noticeSynthesis(TerraformStack.of(construct));
  construct.node.addValidation({
    validate: () => {
      const final = Object.assign(attributes(), at(construct, 'rawOverrides'), stackOverrides(construct));
      const changed = Object.keys(final).filter(name => hasChanged(final[name], given[name]));
      for (const name of changed) final[name] = resolved(final[name], construct);
      const rules = always.filter(({ reads }) => reads.some(name => changed.includes(name)));
      return apply([...rules, ...atSynthesis], final, construct).map(
        finding => `${construct.terraformResourceType}.${describe(finding)}`,
      );
    },
  });
}

/** What an expression stands for may have been declared after the construct. */
function hasChanged(value: unknown, given: unknown): boolean {
  return value !== given || Token.isUnresolved(value) || (typeof value === 'string' && value.includes('${'));
}

function apply(rules: readonly Rule[], attributes: Attributes, scope: Construct): Finding[] {
  const findings: Finding[] = [];
  for (const rule of rules) {
    const finding = rule.check(attributes, scope);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

/** What `stack.addOverride` says of this element; a provider's blocks stand in a list. */
function stackOverrides(construct: TerraformProvider | TerraformResource): Attributes {
  const overrides = at(TerraformStack.of(construct), 'rawOverrides');
  const type = construct.terraformResourceType;
  if (!isProvider(construct)) return record(at(overrides, 'resource', type, construct.friendlyUniqueId));
  return Object.assign({}, ...Object.values(record(at(overrides, 'provider', type))));
}

function isProvider(construct: TerraformProvider | TerraformResource): construct is TerraformProvider {
  return 'metaAttributes' in construct;
}
