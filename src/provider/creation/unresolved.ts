/** Whether a creation took effect cannot be told, or not without a guess. */
export class UnresolvedCreation extends Error {
  override readonly name = 'UnresolvedCreation';
}

/** A creation was answered, and no state shows its object: Terraform was lost before it wrote its state. */
export class UnseenObject extends Error {
  override readonly name = 'UnseenObject';
}

export interface Candidates {
  readonly resource: string;
  readonly noun: string;
  readonly ids: readonly string[];
  /** Whether the whole collection was looked through. */
  readonly isComplete: boolean;
}

const shownAtMost = 5;

export function importCommand(resource: string, id: string): string {
  return `terraform import '${resource}.NAME' '${id}'`;
}

export function listIds(ids: readonly string[]): string {
  const more = ids.length > shownAtMost ? ` and ${ids.length - shownAtMost} more` : '';
  return `${ids.slice(0, shownAtMost).join(', ')}${more}`;
}

/** What was found, and the way on. */
export function unresolved(
  circumstance: string,
  { resource, noun, ids, isComplete }: Candidates,
): UnresolvedCreation {
  const [first] = ids;
  const scope = isComplete ? '' : ' The collection is too large, or cannot be read, to be looked through.';
  const found =
    first === undefined
      ? ' None that looks the same was found.'
      : ` These look the same, and which of them is the one cannot be proved: ${listIds(ids)}.`;
  const next =
    first === undefined
      ? ' Apply again: the platform is asked once more before anything is created.'
      : ` If one is, import it (${importCommand(resource, first)}); delete there what nobody needs; then apply again.`;
  return new UnresolvedCreation(`${noun}: ${circumstance}${scope}${found}${next}`);
}
