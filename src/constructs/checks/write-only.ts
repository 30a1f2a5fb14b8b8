import type { Block } from '../origins/blocks';
import { literalIn } from '../origins/contents';
import { literal, outside, type Value } from '../origins/value';
import type { Rule } from './finding';

/**
 * Returns the value of a stack's variable for a write-only argument. Terraform records the values of root
 * variables in a saved plan, unless they are ephemeral. So a recorded variable counts as a literal.
 *
 * @internal
 */
export function unlessEphemeral({ ephemeral }: Block, place: string): Value {
  if (String(ephemeral) === 'true') return outside;
  return literal(`${place}, which is not ephemeral: every saved plan would contain it`);
}

/**
 * Returns the value of another stack's variable for a write-only argument. It comes through an output of that
 * stack, and outputs are always stored.
 *
 * @internal
 */
export function storedByOutput(_: Block, place: string): Value {
  return literal(`${place}, through an output: the state of that stack would contain it`);
}

/**
 * Returns the value of a stack's variable for an argument that Terraform stores. Terraform refuses an ephemeral value
 * there, so an ephemeral variable counts as a literal.
 *
 * @internal
 */
export function onlyEphemeral({ ephemeral }: Block, place: string): Value {
  return String(ephemeral) === 'true' ? literal(`${place}, which is ephemeral`) : outside;
}

/** @internal */
export const ephemeralResource: Value = literal('an ephemeral resource');

/**
 * Refuses an ephemeral value for an argument that Terraform stores.
 *
 * @param writeOnly the construct's property that accepts such a value
 * @internal
 */
export function notEphemeral(attribute: string, writeOnly: string): Rule {
  return {
    reads: [attribute],
    check: ({ [attribute]: value }, originOf) => {
      const ephemeral = literalIn(originOf(value));
      if (ephemeral === undefined) return undefined;
      return {
        attribute,
        found: `The value comes from ${ephemeral.place ?? 'an ephemeral value'}, but Terraform stores this argument.`,
        remedy:
          `An ephemeral value can only go to ${writeOnly}: give it there, with ${writeOnly}Version. Or give a ` +
          'TerraformVariable that is not ephemeral.',
      };
    },
  };
}

/**
 * Refuses a write-only value that Terraform would record before it reaches the argument.
 *
 * @internal
 */
export function recordedNowhere(attribute: string): Rule {
  return {
    reads: [attribute],
    check: ({ [attribute]: value }, originOf) => {
      const recorded = literalIn(originOf(value));
      if (recorded === undefined) return undefined;
      return {
        attribute,
        found: `The write-only value comes from ${recorded.place ?? 'a variable that is not ephemeral'}.`,
        remedy:
          'Instead, give an EphemeralVariable of this stack. A TerraformVariable of this stack becomes one by the ' +
          "line variable.addOverride('ephemeral', true).",
      };
    },
  };
}
