import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';

/** The synthesis that is looking at a stack now. */
const running = new WeakMap<TerraformStack, object>();
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
      running.set(stack, {});
      queueMicrotask(() => running.delete(stack));
      return [];
    },
  });
}

/**
 * Answers to one question about texts, each found once for a stack and a synthesis: the constructs of a stack mostly
 * share their secrets. Between two syntheses a lazy value may change.
 *
 * @internal
 */
export class FoundOnce<Answer> {
  private readonly bySynthesis = new WeakMap<object, Map<string, Answer>>();

  /** Found anew where no synthesis is running. */
  public find(text: string, scope: IConstruct, answer: () => Answer): Answer {
    const synthesis = running.get(TerraformStack.of(scope));
    if (synthesis === undefined) return answer();
    const answers = this.bySynthesis.get(synthesis) ?? new Map<string, Answer>();
    this.bySynthesis.set(synthesis, answers);
    const known = answers.get(text) ?? answer();
    answers.set(text, known);
    return known;
  }
}
