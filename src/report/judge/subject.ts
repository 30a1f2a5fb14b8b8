import { shownHost } from '../../risks/host';
import type { Blanking } from '../blanking';
import type { Subject } from '../model';
import { member, textIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import { providersOf } from './judging';
import { kindOf } from './types';

/** Returns how a report names each object, which is worded once. An endpoint's address holds tokens: its host alone is shown. */
export function subjectsOf(plan: Plan, shown: Blanking): (object: PlannedObject) => Subject {
  const known = new Map<PlannedObject, Subject>();
  return object => {
    const subject = known.get(object) ?? subjectOf(object, plan, shown);
    known.set(object, subject);
    return subject;
  };
}

function subjectOf(object: PlannedObject, plan: Plan, shown: Blanking): Subject {
  const values = object.before ?? object.after;
  const visible = (attribute: string) =>
    isSensitive(object, attribute) ? undefined : textIn(member(values, attribute));
  const kind = kindOf(object);
  const ofKey = (attribute: string) => shown.optional(kind === 'api-key' ? visible(attribute) : undefined);
  const host = shownHost(visible('url'));
  const [provider, another] = providersOf(plan, object);
  return {
    address: shown.address(object.address),
    kind,
    label: host === undefined ? ofKey('name') : shown.host(host),
    id: shown.optional(textIn(member(object.before, 'id'))),
    tenant: ofKey('tenant_id'),
    providerAlias: shown.optional(another === undefined ? provider?.alias : undefined),
  };
}
