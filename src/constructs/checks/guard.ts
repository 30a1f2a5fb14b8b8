import {
  Annotations,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import { type Attributes, describe, findingsOf, type Rules } from './finding';
import { eachNamed, unknownNames } from './lists';
import { sealStack } from './seal';
import { plainSecrets } from './secrets';
import { at, isRecord } from './values';

/**
 * Applies rules to a construct: immediately to plain values, and to its block in the finished JSON, which has lazy
 * values, setters and overrides.
 *
 * @internal
 */
export function guard(
  construct: TerraformProvider | TerraformResource,
  attributes: () => Record<string, unknown>,
  rules: Rules,
): void {
  const { terraformResourceType: type } = construct;
  const { lists = [] } = rules;
  const entryRules = lists.map(eachNamed);
  const given = withInputs(attributes(), construct);
  const findings = [...plainSecrets(type, given), ...findingsOf([...rules.always, ...entryRules], given)];
  if (findings.length > 0) {
    const place = `[${construct.node.path}] ${type}`;
    throw new Error(findings.map(finding => `${place}.${describe(finding)}`).join('\n'));
  }
  sealStack(TerraformStack.of(construct));
  // Before cdktf resolves the attributes: the JSON lacks undefined entries, and later annotations are not shown.
  const validate = () => {
    const present = attributes();
    for (const list of lists)
      for (const finding of unknownNames(list, present[list.attribute]))
        Annotations.of(construct).addWarning(`${type}.${describe(finding)}`);
    return findingsOf(entryRules, present).map(finding => `${type}.${describe(finding)}`);
  };
  if (lists.length > 0) construct.node.addValidation({ validate });
}

/**
 * CDK Terrain wraps write-only arguments in a token, in which a literal cannot be seen. The construct also has each
 * argument as it was given.
 */
function withInputs(attributes: Attributes, construct: TerraformProvider | TerraformResource): Attributes {
  const inputs = Object.entries(attributes)
    .filter(([, value]) => isRecord(value) && Tokenization.isResolvable(value))
    .map(([name]) => {
      const property = name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
      return [name, at(construct, `${property}Input`)];
    });
  return { ...attributes, ...Object.fromEntries(inputs) };
}
