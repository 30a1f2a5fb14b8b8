import type { Block } from '../origins/blocks';
import { literalIn } from '../origins/contents';
import { literal, outside, type Value } from '../origins/value';
import type { Rule } from './finding';

/**
 * What a variable of the stack is to a write-only argument. Terraform records the values of root variables in a saved
 * plan, except for ephemeral ones. So a variable that is recorded counts as a literal counts for any secret.
 *
 * @internal
 */
export function unlessEphemeral({ ephemeral }: Block, place: string): Value {
  if (String(ephemeral) === 'true') return outside;
  return literal(`${place}, which is not ephemeral: it would stand in every saved plan`);
}

/**
 * What a variable of another stack is to a write-only argument. It arrives by an output of that stack, and an output
 * can be nothing but stored.
 *
 * @internal
 */
export function storedByOutput(_: Block, place: string): Value {
  return literal(`${place}, through an output: it would stand in the state of that stack`);
}

/**
 * Refuses a write-only value that Terraform would record all the same, on its way to the argument.
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
