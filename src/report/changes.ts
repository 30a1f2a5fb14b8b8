import type { Blanking } from './blanking';
import { differencesOf } from './differences';
import { actionOf, type Judging } from './judge/judging';
import type { Action, Change, Phrase, Subject } from './model';
import type { PlannedObject } from './plan/planned-object';

const reasons: Readonly<Record<string, string>> = {
  replace_because_tainted: 'an earlier apply left it damaged',
  replace_because_cannot_update: 'it cannot be changed in place',
  replace_by_request: '-replace asks for it',
  replace_by_triggers: 'replace_triggered_by asks for it',
  delete_because_no_resource_config: 'its block is gone from the configuration',
  delete_because_no_module: 'its module is gone from the configuration',
  delete_because_wrong_repetition: 'count or for_each was added or removed',
  delete_because_count_index: 'count no longer has its index',
  delete_because_each_key: 'for_each no longer has its key',
  delete_because_no_move_target: 'it was moved to an address that the configuration does not have',
  read_because_config_unknown: 'its configuration is known after apply',
  read_because_dependency_pending: 'it depends on a change of this plan',
  read_because_check_nested: 'a check reads it',
};

/** @param sentences returns the words, when somebody reads them */
export const changeOf = (
  object: PlannedObject,
  subject: Subject,
  sentences: () => readonly Phrase[],
  { shown }: Judging,
): Change => new LazyChange(subject, object, sentences, shown);

/**
 * Words and attributes are put together when somebody reads them: of a plan of thousands, a comment shows a few. It is a
 * class for the same reason as a phrase.
 */
class LazyChange implements Change {
  #differences: Change['differences'] | undefined;

  constructor(
    readonly object: Subject,
    private readonly planned: PlannedObject,
    private readonly words: () => readonly Phrase[],
    private readonly shown: Blanking,
  ) {}

  get action(): Action {
    return actionOf(this.planned);
  }

  get movedFrom(): string | null {
    const { previousAddress, address } = this.planned;
    const isMoved = previousAddress !== undefined && previousAddress !== address;
    return isMoved ? this.shown.address(previousAddress) : null;
  }

  get importedId(): string | null {
    return this.text(this.planned.importedId);
  }

  get deposed(): string | null {
    return this.text(this.planned.deposed);
  }

  get reason(): string | null {
    const { reason } = this.planned;
    return reason !== undefined && Object.hasOwn(reasons, reason) ? (reasons[reason] ?? null) : null;
  }

  get sentences(): readonly Phrase[] {
    return this.words();
  }

  get differences(): Change['differences'] {
    this.#differences ??= differencesOf(this.planned, this.shown);
    return this.#differences;
  }

  /** Accessors are no members for JSON. */
  toJSON(): Change {
    const { object, action, movedFrom, importedId, deposed, reason } = this;
    const { sentences, differences } = this;
    return { object, action, movedFrom, importedId, deposed, reason, sentences, differences };
  }

  private text(foreign: string | undefined): string | null {
    return foreign === undefined ? null : this.shown.text(foreign);
  }
}
