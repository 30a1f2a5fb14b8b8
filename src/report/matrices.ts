import { knownEventTypes, knownScopes } from '../client/contract/catalogue';
import { actionOf, type Judging } from './judge/judging';
import type { Action, Cell, EndpointMatrix, KeyMatrix, Subject } from './model';
import { flagIn, type Json, member, textsIn } from './plan/json';
import { hasMark, isSensitive, type PlannedObject } from './plan/planned-object';

/** Returns who may do what, before and after. */
export function keyMatrix(objects: readonly PlannedObject[], judging: Judging): KeyMatrix {
  const { names, rows } = matrixOf('svc_api_key', 'scopes', knownScopes, objects, judging);
  const withLimits = rows.map(({ planned, ...row }) => ({
    ...row,
    unrestricted: unrestrictedCell(planned, row.action),
  }));
  return { scopes: names, rows: withLimits };
}

/** Returns which endpoint gets which events, before and after. */
export function endpointMatrix(objects: readonly PlannedObject[], judging: Judging): EndpointMatrix {
  const { names, rows } = matrixOf('svc_webhook_endpoint', 'events', knownEventTypes, objects, judging);
  return { eventTypes: names, rows: rows.map(({ planned, ...row }) => row) };
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
      const named = (values: Json) =>
        new Set(isHidden ? [] : textsIn(member(values, attribute)).map(text => shown.text(text)));
      const before = named(object.before);
      // A forgotten object stays on the platform as it is.
      const after = action === 'forget' ? before : named(object.after);
      const isUnknown = isHidden || hasMark(member(object.unknown, attribute));
      return { object, subject: subjectOf(object), action, before, after, isUnknown };
    });
  const names = columnsOf(known, new Set(found.flatMap(({ before, after }) => [...before, ...after])));
  const rows = found.map(({ object, subject, action, ...sides }) => ({
    planned: object,
    object: subject,
    action,
    cells: names.map(name => cellOf(sides, name)),
  }));
  return { names, rows: rows.sort((one, other) => bySubject(one.object, other.object)) };
}

/** The documented names that occur, in their order, then the others. */
const columnsOf = (known: readonly string[], found: ReadonlySet<string>): readonly string[] => [
  ...known.filter(name => found.has(name)),
  ...[...found].filter(name => !known.includes(name)).sort(),
];

interface Sides {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  readonly isUnknown: boolean;
}

function cellOf({ before, after, isUnknown }: Sides, name: string): Cell {
  if (isUnknown && !after.has(name)) return 'unknown';
  return changeOf(before.has(name), after.has(name));
}

function unrestrictedCell({ before, after, unknown }: PlannedObject, action: Action): Cell {
  if (hasMark(member(unknown, 'unrestricted'))) return 'unknown';
  const isUnrestricted = (values: Json) => flagIn(member(values, 'unrestricted')) === true;
  return changeOf(isUnrestricted(before), isUnrestricted(action === 'forget' ? before : after));
}

function changeOf(before: boolean, after: boolean): Cell {
  if (after) return before ? 'kept' : 'added';
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
