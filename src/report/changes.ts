import { differencesOf } from './differences';
import { actionOf, type Judging } from './judge/judging';
import type { Change, Phrase, Subject } from './model';
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

export function changeOf(
  object: PlannedObject,
  subject: Subject,
  sentences: readonly Phrase[],
  { shown }: Judging,
): Change {
  const { previousAddress, address, importedId, deposed, reason } = object;
  const isMoved = previousAddress !== undefined && previousAddress !== address;
  let differences: Change['differences'] | undefined;
  return {
    object: subject,
    action: actionOf(object),
    isCreatedFirst: object.actions[0] === 'create' && object.actions[1] === 'delete',
    movedFrom: isMoved ? shown.address(previousAddress) : null,
    importedId: importedId === undefined ? null : shown.text(importedId),
    deposed: deposed === undefined ? null : shown.text(deposed),
    reason: reason !== undefined && Object.hasOwn(reasons, reason) ? (reasons[reason] ?? null) : null,
    sentences: [...sentences],
    // Computed when a renderer asks: a comment shows those of a few objects, of a plan of thousands.
    get differences() {
      differences ??= [...differencesOf(object, shown)];
      return differences;
    },
  };
}
