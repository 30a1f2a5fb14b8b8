import {
  Annotations,
  DefaultTokenResolver,
  StringConcat,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import { blocksOf } from '../origins/blocks';
import { type Attributes, describe, findingsOf, type Rules } from './finding';
import { eachNamed, unknownNames } from './lists';
import { sealStack } from './seal';
import { plainSecrets } from './secrets';
import { at, isRecord, record } from './values';

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
  // Before cdktf creates the JSON: it lacks undefined entries, and later annotations are not shown.
  const validate = () => {
    for (const list of lists)
      for (const finding of unknownNames(list, finished(construct, list.attribute)))
        Annotations.of(construct).addWarning(`${type}.${describe(finding)}`);
    return findingsOf(entryRules, attributes()).map(finding => `${type}.${describe(finding)}`);
  };
  if (lists.length > 0) construct.node.addValidation({ validate });
}

/** Returns an argument of a resource as the JSON will have it: with overrides, and with what lazy values produce. */
function finished(construct: TerraformProvider | TerraformResource, attribute: string): unknown {
  const { resource } = record(construct.toTerraform());
  const resolver = new DefaultTokenResolver(new StringConcat());
  const values = blocksOf(resource, 2).map(({ block }) => block[attribute]);
  return Tokenization.resolve(values[0], { scope: construct, resolver });
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
