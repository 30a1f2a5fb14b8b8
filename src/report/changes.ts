import type { Finding } from '../risks/finding';
import { differencesOf } from './differences';
import { actionOf, type Judging } from './judge/judging';
import { type JudgedObject, sentenceOf } from './judge/risk';
import type { Action, Change, Phrase, Subject } from './model';

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

/**
 * A change. Words and attributes are put together when somebody reads them: of a plan of thousands, a comment shows a few.
 * It is a class for the same reason as a phrase.
 */
export class JudgedChange implements Change {
  #differences: Change['differences'] | undefined;

  constructor(
    private readonly judged: JudgedObject,
    private readonly findings: readonly Finding[],
    private readonly judging: Judging,
  ) {}

  get object(): Subject {
    return this.judged.subject;
  }

  get action(): Action {
    return actionOf(this.judged.object);
  }

  get movedFrom(): string | null {
    const { previousAddress, address } = this.judged.object;
    const isMoved = previousAddress !== undefined && previousAddress !== address;
    return isMoved ? this.judging.shown.address(previousAddress) : null;
  }

  get importedId(): string | null {
    return this.judging.shown.optional(this.judged.object.importedId);
  }

  get deposed(): string | null {
    return this.judging.shown.optional(this.judged.object.deposed);
  }

  get reason(): string | null {
    const { reason } = this.judged.object;
    return reason !== undefined && Object.hasOwn(reasons, reason) ? (reasons[reason] ?? null) : null;
  }

  get sentences(): readonly Phrase[] {
    return this.findings.map(({ words }) => sentenceOf(words, this.judged, this.judging));
  }

  get differences(): Change['differences'] {
    this.#differences ??= differencesOf(this.judged.object, this.judging.shown);
    return this.#differences;
  }

  /** Accessors are no members for JSON. */
  toJSON(): Change {
    const { object, action, movedFrom, importedId, deposed, reason } = this;
    const { sentences, differences } = this;
    return { object, action, movedFrom, importedId, deposed, reason, sentences, differences };
  }
}
