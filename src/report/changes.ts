import { differencesOf } from './differences';
import { type JudgedObject, shownParts } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import type { Change } from './model';
import { phrase } from './phrase';

const reasons: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
  }),
);

/**
 * A change whose words and attributes are put together when somebody reads them: of a plan of thousands, a comment shows a
 * few. A class: V8 makes literals with accessors slowly.
 */
export class JudgedChange implements Change {
  constructor(
    private readonly judged: JudgedObject,
    private readonly judging: Judging,
  ) {}

  get object() {
    return this.judging.subjectOf(this.judged.object);
  }

  get action() {
    return actionOf(this.judged.object);
  }

  get movedFrom() {
    const { previousAddress } = this.judged.object;
    return previousAddress === undefined ? null : this.judging.shown.address(previousAddress);
  }

  get importedId() {
    return this.judging.shown.optional(this.judged.object.importedId);
  }

  get deposed() {
    return this.judging.shown.optional(this.judged.object.deposed);
  }

  get reason() {
    return reasons.get(this.judged.object.reason ?? '') ?? null;
  }

  get sentences() {
    const { object, findings } = this.judged;
    return findings.map(({ words }) => phrase(() => shownParts(words, object, this.judging)));
  }

  get differences() {
    return differencesOf(this.judged.object, this.judging.shown);
  }

  toJSON(): Change {
    const { object, action, movedFrom, importedId, deposed, reason, sentences, differences } = this;
    return { object, action, movedFrom, importedId, deposed, reason, sentences, differences };
  }
}
