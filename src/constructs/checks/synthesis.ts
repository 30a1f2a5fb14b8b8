import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** What the synthesis that is looking at a stack now has found out, by the text in question. */
const found = new WeakMap<TerraformStack, Map<string, boolean>>();
const watched = new WeakSet<TerraformStack>();

/**
 * Notices when a stack is synthesized: a stack is validated before what is in it, and all of it without a pause.
 *
 * @internal
 */
export function noticeSynthesis(stack: TerraformStack): void {
  if (watched.has(stack)) return;
  watched.add(stack);
  stack.node.addValidation({
    validate: () => {
      found.set(stack, new Map());
      queueMicrotask(() => found.delete(stack));
      return [];
    },
  });
}

/**
 * The answer about a text, found once for a stack and a synthesis: the constructs of a stack mostly share their
 * secrets. Between two syntheses a lazy value may change; where none is running, it is found anew.
 *
 * @internal
 */
export function oncePerSynthesis(text: string, scope: IConstruct, answer: () => boolean): boolean {
  const answers = found.get(TerraformStack.of(scope));
  const known = answers?.get(text) ?? answer();
  answers?.set(text, known);
  return known;
}
