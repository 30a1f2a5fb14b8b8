import {
  Annotations,
  DefaultTokenResolver,
  StringConcat,
  type TerraformProvider,
  type TerraformResource,
  TerraformStack,
  Tokenization,
} from 'cdktf';
import { blocksOf } from './blocks';
import type { Rules } from './declared-rules';
import { eachNamed, unknownNames } from './lists';
import { type Attributes, describe, problemsWith } from './problem';
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
  const { lists = [], doubts = {} } = rules;
  const named = lists.map(eachNamed);
  const given = withInputs(attributes(), construct);
  const problems = [...plainSecrets(type, given), ...problemsWith(rules.always, given)];
  if (problems.length > 0) {
    const place = `[${construct.node.path}] ${type}`;
    throw new Error(problems.map(problem => `${place}.${describe(problem)}`).join('\n'));
  }
  sealStack(TerraformStack.of(construct));
  // Before cdktf creates the JSON: it lacks undefined entries, and later annotations are not shown.
  const validate = () => {
    const json = finished(construct);
    const unknown = lists.flatMap(list => unknownNames(list, json(list.attribute)));
    const doubtful = Object.entries(doubts).map(([name, rule]) => rule({ [name]: json(name) }) ?? []);
    for (const problem of [...unknown, ...doubtful.flat()])
      Annotations.of(construct).addWarning(`${type}.${describe(problem)}`);
    return problemsWith(named, attributes()).map(problem => `${type}.${describe(problem)}`);
  };
  if (lists.length > 0) construct.node.addValidation({ validate });
}

/** Reads the arguments of a resource as the JSON will have them: with overrides, and with what lazy values produce. */
function finished(construct: TerraformProvider | TerraformResource): (attribute: string) => unknown {
  const { resource } = record(construct.toTerraform());
  const resolver = new DefaultTokenResolver(new StringConcat());
  const [first] = blocksOf(resource, 2);
  return attribute => Tokenization.resolve(first?.block[attribute], { scope: construct, resolver });
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
