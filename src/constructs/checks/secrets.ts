import { hasExpression } from '../expressions/parts';
import { secretArguments } from '../gen/secret-arguments';
import type { Block } from '../origins/blocks';
import type { Origins } from '../origins/origins';
import type { Attributes, Finding } from './finding';
import { at, plainText } from './values';

/** Paths of the arguments that may hold a secret, by type of block. `svc` is the provider's block. */
const secretsOf: Readonly<Record<string, readonly string[]>> = { ...secretArguments, svc: ['api_key'] };

const everyWay =
  'give a TerraformVariable with sensitive: true and without a default (its value comes from TF_VAR_<name>), or an ' +
  'attribute of a data source or of another resource, for example of a secrets manager.';
const ifNoSecret =
  'If the text is no secret: write a fixed part before or after the expression, give Token.nullValue() for a case ' +
  'without a secret, also as the default of a variable, read one part of a local by its name, make an iterator by TerraformIterator.fromMap, and give any other ' +
  'text by a variable without a default.';

/**
 * Says that a secret is a literal, and what to do instead.
 *
 * @param place place of the literal; undefined if the whole value is one
 * @param first the remedy to name first
 * @internal
 */
export function literalFound(
  place?: string,
  first = '',
): { readonly found: string; readonly remedy: string } {
  const because = place === undefined ? '' : `, or can be one, because of ${place}`;
  const remedy = `Instead, ${first}${everyWay}`;
  return {
    found: `is a literal${because}; cdk.tf.json would contain it in plain text (the value is not shown).`,
    remedy: place === undefined ? remedy : `${remedy} ${ifNoSecret}`,
  };
}

/**
 * Returns the secrets that are plain texts in a constructor. What a token stands for is seen in the finished JSON.
 *
 * @internal
 */
export function plainSecrets(type: string, attributes: Attributes): Finding[] {
  return (secretsOf[type] ?? [])
    .filter(argument => plainText(at(attributes, ...argument.split('.'))) !== undefined)
    .map(argument => literal(argument));
}

/**
 * Returns the secrets of a finished block that are stored in clear: in the configuration, or on their way.
 *
 * @internal
 */
export function exposedSecrets(type: string, block: Block, origins: Origins): Finding[] {
  const all = secretsOf[type] ?? [];
  return all.flatMap(argument => {
    const value = at(block, ...argument.split('.'));
    if (value === undefined || value === null) return [];
    const { literal: place, recorded, ephemeral } = origins.of(value, block);
    const isPlain = typeof value === 'string' && !hasExpression(value);
    if (place !== undefined) return literal(argument, isPlain ? undefined : place);
    if (argument.endsWith('_wo')) return recorded === undefined ? [] : recordedValue(argument, recorded);
    const isStored = ephemeral !== undefined && all.includes(`${argument}_wo`);
    return isStored ? ephemeralValue(argument, ephemeral) : [];
  });
}

function literal(attribute: string, place?: string): Finding {
  const first =
    attribute === 'api_key' ? 'leave api_key out and set SVC_API_KEY in the environment, or ' : '';
  const { found, remedy } = literalFound(place, first);
  return { attribute, found: `The secret ${found}`, remedy };
}

/** Terraform keeps a write-only argument out of plan and state, but records most variables in a saved plan. */
function recordedValue(attribute: string, recorded: string): Finding {
  return {
    attribute,
    found: `The write-only value comes from ${recorded}.`,
    remedy:
      'Instead, give an EphemeralVariable of this stack. A TerraformVariable of this stack becomes one by the ' +
      "line variable.addOverride('ephemeral', true).",
  };
}

/** Terraform refuses an ephemeral value for an argument that it stores, but only in the plan. */
function ephemeralValue(attribute: string, ephemeral: string): Finding {
  return {
    attribute,
    found: `The value comes from ${ephemeral}, but Terraform stores this argument.`,
    remedy:
      `An ephemeral value can only go to ${attribute}Wo: give it there, with ${attribute}WoVersion. Or give a ` +
      'TerraformVariable that is not ephemeral.',
  };
}
