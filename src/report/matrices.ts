import { knownEventTypes, knownScopes } from '../client/contract/catalogue';
import { shownHost } from '../risks/host';
import { actionOf, type Judging } from './judge/judging';
import type { Cell, EndpointMatrix, KeyMatrix, Subject } from './model';
import { type JsonObject, member, textsIn } from './plan/json';
import { isKnown, isSensitive, type PlannedObject } from './plan/planned-object';

/** Returns who may do what, before and after. */
export function keyMatrix(objects: readonly PlannedObject[], judging: Judging): KeyMatrix {
  const { names, rows } = matrixOf('svc_api_key', 'scopes', knownScopes, objects, judging);
  return { scopes: names, rows };
}

/** Returns which endpoint gets which events, before and after. */
export function endpointMatrix(objects: readonly PlannedObject[], judging: Judging): EndpointMatrix {
  const { names, rows } = matrixOf('svc_webhook_endpoint', 'events', knownEventTypes, objects, judging);
  return { eventTypes: names, rows: rows.map(({ unrestricted, ...row }) => row) };
}

function matrixOf(
  type: string,
  attribute: string,
  known: readonly string[],
  objects: readonly PlannedObject[],
  { shown, subjectOf }: Judging,
) {
  const found = objects
    .filter(object => object.type === type && !object.isData && object.deposed === undefined)
    .map(object => {
      const action = actionOf(object);
      const isHidden = isSensitive(object, attribute);
      const side = (values: JsonObject | undefined) => {
        const names = isHidden ? [] : textsIn(member(values, attribute));
        const unrestricted = member(values, 'unrestricted') === true;
        return { names: new Set(names.map(text => shown.text(text))), unrestricted };
      };
      const before = side(object.before);
      // A forgotten object stays on the platform as it is.
      const after = action === 'forget' ? before : side(object.after);
      return { object, action, before, after, isUnknown: isHidden || !isKnown(object, attribute) };
    });
  const occurring = new Set(found.flatMap(({ before, after }) => [...before.names, ...after.names]));
  // The documented names in their order, then the others.
  const names = [
    ...known.filter(name => occurring.has(name)),
    ...[...occurring].filter(name => !known.includes(name)).sort(),
  ];
  const rows = found.map(({ object, action, before, after, isUnknown }) => ({
    object: { ...subjectOf(object), ...hostAfter(object, shown) },
    action,
    cells: names.map(name => cellOf(before.names.has(name), after.names.has(name), isUnknown)),
    unrestricted: cellOf(before.unrestricted, after.unrestricted, !isKnown(object, 'unrestricted')),
  }));
  return { names, rows: rows.sort((one, other) => bySubject(one.object, other.object)) };
}

/** A sentence says where events went. A matrix says where they go. */
function hostAfter(object: PlannedObject, shown: Judging['shown']): Partial<Subject> {
  const host = isSensitive(object, 'url') ? undefined : shownHost(member(object.after, 'url'));
  return host === undefined ? {} : { label: shown.host(host) };
}

function cellOf(before: boolean, after: boolean, isUnknown: boolean): Cell {
  if (after) return before ? 'kept' : 'added';
  if (isUnknown) return 'unknown';
  return before ? 'removed' : 'absent';
}

/** Endpoints have no tenant. */
const bySubject = (one: Subject, other: Subject) =>
  byText(one.tenant, other.tenant) || byText(one.label, other.label) || byText(one.address, other.address);

/** Compares code points, so that every machine sorts alike. */
function byText(one: string | null, other: string | null): number {
  const [left, right] = [one ?? '', other ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
