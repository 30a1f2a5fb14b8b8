import { TerraformStack, Token } from 'cdktf';
import type { Construct } from 'constructs';
import { sourcesOf } from './expression';
import type { Rule } from './finding';
import { elementNamed } from './named-element';
import { oncePerSynthesis } from './synthesis';
import { at, isRecord, resolved } from './values';

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
      const refused =
        typeof value !== 'string' || oncePerSynthesis(value, scope, () => isLiteral(value, scope));
      if (!refused) return undefined;
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
  return references.every(
    reference =>
      seen.includes(reference) || holdsLiteral(originOf(reference, scope), scope, [...seen, reference]),
  );
}

/** Nothing, or an empty text, stands for a value that comes from outside. */
function holdsLiteral(origin: unknown, scope: Construct, seen: readonly string[]): boolean {
  if (origin === undefined || origin === null || origin === '') return false;
  if (typeof origin === 'string') return isLiteral(origin, scope, seen);
  if (!isRecord(origin)) return true;
  const parts = Object.values(origin);
  return parts.length > 0 && parts.every(part => holdsLiteral(resolved(part, scope), scope, seen));
}

function originOf(reference: string, scope: Construct): unknown {
  const [root, name = ''] = reference.split('.');
  if (root !== 'var' && root !== 'local') return undefined;
  const stack = TerraformStack.of(scope);
  const element = elementNamed(name, stack);
  const place = root === 'var' ? ['variable', name, 'default'] : ['locals', name];
  const own = at(element?.toTerraform(), ...place);
  return resolved(at(stack, 'rawOverrides', ...place) ?? own, element ?? stack);
}
