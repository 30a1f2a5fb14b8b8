import { differencesOf } from './differences';
import { type JudgedObject, sentenceOf } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import type { Change } from './model';

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

/** Returns a change. Its words and attributes are put together when somebody reads them: of a plan of thousands, a comment shows a few. */
export function changeOf({ object, findings }: JudgedObject, judging: Judging): Change {
  const { shown, subjectOf } = judging;
  const { previousAddress, address, reason } = object;
  const isMoved = previousAddress !== undefined && previousAddress !== address;
  return {
    get object() {
      return subjectOf(object);
    },
    action: actionOf(object),
    movedFrom: isMoved ? shown.address(previousAddress) : null,
    importedId: shown.optional(object.importedId),
    deposed: shown.optional(object.deposed),
    reason: (reason !== undefined && reasons.get(reason)) || null,
    sentences: findings.map(({ words }) => sentenceOf(words, object, judging)),
    get differences() {
      return differencesOf(object, shown);
    },
  };
}
