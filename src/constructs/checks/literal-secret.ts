import { TerraformElement, TerraformStack, TerraformVariable, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { sourcesOf } from './expression';
import type { Rule } from './finding';
import { at, record, resolved } from './values';

const everyWay =
  'give a TerraformVariable with sensitive: true (its value comes from TF_VAR_<name>), or an attribute of a ' +
  'data source or of another resource, for example of a secrets manager';

/**
 * Refuses a secret that stands in the program: synthesis would write it into cdk.tf.json, and from there
 * it goes into git and into build artifacts. The error never repeats the value.
 *
 * @internal
 */
export function noLiteralSecret(attribute: string, first?: string): Rule {
  const ways = first === undefined ? everyWay : `${first}, or ${everyWay}`;
  return {
    reads: [attribute],
    check: ({ [attribute]: value }, scope) => {
      if (value === undefined || value === null || Token.isUnresolved(value)) return undefined;
      if (typeof value === 'string' && !isLiteral(value, scope)) return undefined;
      return {
        attribute,
        found:
          'The secret is a literal; it would be written in plain text into cdk.tf.json (the value is not shown).',
        remedy: `Instead, ${ways}.`,
      };
    },
  };
}

/**
 * Whether nothing from outside gets into a value, as far as the value alone can tell.
 *
 * @internal
 */
export function isPlainLiteral(value: string): boolean {
  if (Token.isUnresolved(value)) return false;
  const { external, references } = sourcesOf(value);
  return !external && references.length === 0;
}

/** A variable's default and a local's expression stand in cdk.tf.json too, so these are looked into. */
function isLiteral(value: string, scope: Construct, seen: readonly string[] = []): boolean {
  const { external, references } = sourcesOf(value);
  if (external) return false;
  return references.every(reference => {
    if (seen.includes(reference)) return true;
    const origin = originOf(reference, scope);
    return typeof origin === 'string' && origin !== '' && isLiteral(origin, scope, [...seen, reference]);
  });
}

function originOf(reference: string, scope: Construct): unknown {
  const [root, name = ''] = reference.split('.');
  if (root === 'var') return inStack(scope, name, element => defaultOf(element, name));
  if (root === 'local') return inStack(scope, name, element => at(element.toTerraform(), 'locals', name));
  return undefined;
}

/** To render a variable for every secret that refers to it would take longer than all other checks together. */
function defaultOf(element: TerraformElement, name: string): unknown {
  const isPlain =
    element instanceof TerraformVariable &&
    element.toTerraform === TerraformVariable.prototype.toTerraform &&
    Object.keys(record(at(element, 'rawOverrides'))).length === 0;
  return isPlain ? element.default : at(element.toTerraform(), 'variable', name, 'default');
}

function inStack(scope: Construct, name: string, read: (element: TerraformElement) => unknown): unknown {
  const stack = TerraformStack.of(scope);
  const isNamed = (node: unknown): node is TerraformElement =>
    TerraformElement.isTerraformElement(node) && node.friendlyUniqueId === name;
  // Nearly every variable is a direct child of its stack, and a search of the tree for each secret would
  // make synthesis quadratic.
  const child = stack.node.tryFindChild(name);
  const element = isNamed(child) ? child : stack.node.findAll().find(isNamed);
  return element === undefined ? undefined : resolved(read(element), element);
}
