import { literalIn } from '../origins/contents';
import { unknownNames } from '../origins/evaluate';
import { valueOfJson } from '../origins/json';
import type { Value } from '../origins/value';
import type { Origins, Rule } from './finding';
import { at, isUnresolved } from './values';

const everyWay =
  'give a TerraformVariable with sensitive: true and without a default (its value comes from TF_VAR_<name>), or an ' +
  'attribute of a data source or of another resource, for example of a secrets manager';

/**
 * Refuses a secret that is a literal, or that may be one: synthesis would write it to cdk.tf.json, and from there
 * it gets into git and into build artifacts. The error never contains the value.
 *
 * @param attribute an argument, or the path to a part of it
 * @param first the remedy to name first
 *
 * @internal
 */
export function noLiteralSecret(attribute: string, first?: string): Rule {
  const ways = first === undefined ? everyWay : `${first}, or ${everyWay}`;
  const [name = attribute, ...steps] = attribute.split('.');
  return {
    reads: [name],
    check: ({ [name]: argument }, originOf) => {
      const found = literalFound(at(argument, ...steps), originOf);
      if (found === undefined) return undefined;
      return { attribute, found: `The secret ${found}`, remedy: `Instead, ${ways}.` };
    },
  };
}

/**
 * Describes the literal that a value is or may be; undefined if there is none.
 *
 * @internal
 */
export function literalFound(value: unknown, originOf: Origins): string | undefined {
  if (value === undefined || value === null || isUnresolved(value)) return undefined;
  const literal = literalIn(originOf(value));
  if (literal === undefined) return undefined;
  const isExpression = typeof value === 'string' && /[$%]\{/.test(value);
  const place = literal.place ?? (isExpression ? 'a part of its expression' : undefined);
  const how = place === undefined ? 'is a literal' : `is a literal, or can be one, because of ${place}`;
  return `${how}; cdk.tf.json would contain it in plain text (the value is not shown).`;
}

/** Cache of the last text: most constructs of a program share their secret. */
let last: { readonly text: string; readonly value: Value } | undefined;

/**
 * Returns the origin of a value without its context: names are unknown.
 *
 * @internal
 */
export const originByItself: Origins = json => {
  if (typeof json !== 'string') return valueOfJson(json, unknownNames);
  if (last?.text !== json) last = { text: json, value: valueOfJson(json, unknownNames) };
  return last.value;
};
