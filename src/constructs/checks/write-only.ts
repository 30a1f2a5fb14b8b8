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
