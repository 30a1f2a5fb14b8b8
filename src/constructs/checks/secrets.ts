import { secretArguments } from '../gen/secret-arguments';
import type { Block } from './blocks';
import { isLiteral, literalBehind, variablesIn } from './literals';
import type { Attributes, Problem } from './problem';
import { at, plainText } from './values';

/** Paths of the arguments that may hold a secret, by type of block. `svc` is the provider's block. */
const secretsOf: Readonly<Record<string, readonly string[]>> = { ...secretArguments, svc: ['api_key'] };

const everyWay =
  'give a TerraformVariable with sensitive: true and without a default (a write-only argument takes an ' +
  'EphemeralVariable; the value comes from TF_VAR_<name>), or an attribute of a data source or of another resource, for example of a secrets manager.';
const ifNone = 'For a case without a secret, give Token.nullValue(), also as the default of a variable.';

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
  const because = place === undefined ? '' : `, because of ${place}`;
  const remedy = `Instead, ${first}${everyWay}`;
  return {
    found: `is a literal${because}; cdk.tf.json would contain it in plain text (the value is not shown).`,
    remedy: place === undefined ? remedy : `${remedy} ${ifNone}`,
  };
}

/**
 * Returns the secrets that are plain texts in a constructor. What a token stands for is seen in the finished JSON.
 *
 * @internal
 */
export function plainSecrets(type: string, attributes: Attributes): Problem[] {
  return (secretsOf[type] ?? [])
    .filter(argument => plainText(at(attributes, ...argument.split('.'))) !== undefined)
    .map(argument => literal(argument));
}

/**
 * Returns the secrets of a finished block that are stored in clear: in the configuration, or on their way.
 *
 * @internal
 */
export function exposedSecrets(type: string, block: Block, json: Block): Problem[] {
  const all = secretsOf[type] ?? [];
  return all.flatMap(argument => {
    const value = at(block, ...argument.split('.'));
    if (value === undefined) return [];
    if (isLiteral(value)) return literal(argument);
    const place = literalBehind(value, block, json);
    if (place !== undefined) return literal(argument, place);
    if (argument.endsWith('_wo')) return recordedValue(argument, value, json);
    return all.includes(`${argument}_wo`) ? ephemeralValue(argument, value, json) : [];
  });
}

function literal(attribute: string, place?: string): Problem {
  const first =
    attribute === 'api_key' ? 'leave api_key out and set SVC_API_KEY in the environment, or ' : '';
  const { found, remedy } = literalFound(place, first);
  return { attribute, found: `The secret ${found}`, remedy };
}

/** Terraform keeps a write-only argument out of plan and state, but records most variables in a saved plan. */
function recordedValue(attribute: string, value: unknown, json: Block): Problem[] {
  const recorded = variablesIn(value, json).find(({ isEphemeral }) => !isEphemeral);
  if (recorded === undefined) return [];
  const found = `The write-only value comes from the variable "${recorded.name}", which is not ephemeral: every saved plan would contain it.`;
  const remedy =
    'Instead, give an EphemeralVariable of this stack. A TerraformVariable of this stack becomes one by the ' +
    "line variable.addOverride('ephemeral', true).";
  return [{ attribute, found, remedy }];
}

/** Terraform refuses an ephemeral value for an argument that it stores, but only in the plan. */
function ephemeralValue(attribute: string, value: unknown, json: Block): Problem[] {
  const variable = variablesIn(value, json).find(({ isEphemeral }) => isEphemeral);
  const isResource = /(?<![\w.-])ephemeral\./.test(String(value));
  if (variable === undefined && !isResource) return [];
  const origin = variable ? `the variable "${variable.name}", which is ephemeral` : 'an ephemeral resource';
  const found = `The value comes from ${origin}, but Terraform stores this argument.`;
  const remedy =
    `An ephemeral value can only go to ${attribute}Wo: give it there, with ${attribute}WoVersion. Or give a ` +
    'TerraformVariable that is not ephemeral.';
  return [{ attribute, found, remedy }];
}
