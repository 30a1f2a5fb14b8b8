import { knownEventTypes, knownScopes } from '../client/contract/catalogue';
import { actionOf, type Judging } from './judge/judging';
import type { JudgedObject } from './judge/risk';
import type { Action, Cell, EndpointMatrix, KeyMatrix, Subject } from './model';
import { flagIn, type Json, member, textsIn } from './plan/json';
import { hasMark, isSensitive, type PlannedObject } from './plan/planned-object';

/** Returns who may do what, before and after. */
export function keyMatrix(objects: readonly JudgedObject[], judging: Judging): KeyMatrix {
  const keys = rowsOf('svc_api_key', 'scopes', objects, judging);
  const scopes = columnsOf(knownScopes, keys);
  return {
    scopes: [...scopes],
    rows: keys
      .map(row => ({
        object: row.subject,
        action: row.action,
        unrestricted: unrestrictedCell(row),
        cells: scopes.map(scope => cellOf(row, scope)),
      }))
      .sort(
        (one, other) => byText(one.object.tenant, other.object.tenant) || bySubject(one.object, other.object),
      ),
  };
}

/** Returns which endpoint gets which events, before and after. */
export function endpointMatrix(objects: readonly JudgedObject[], judging: Judging): EndpointMatrix {
  const endpoints = rowsOf('svc_webhook_endpoint', 'events', objects, judging);
  const eventTypes = columnsOf(knownEventTypes, endpoints);
  return {
    eventTypes: [...eventTypes],
    rows: endpoints
      .map(row => ({
        object: row.subject,
        action: row.action,
        cells: eventTypes.map(event => cellOf(row, event)),
      }))
      .sort((one, other) => bySubject(one.object, other.object)),
  };
}

interface Row {
  readonly object: PlannedObject;
  readonly subject: Subject;
  readonly action: Action;
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
  readonly isUnknown: boolean;
}

function rowsOf(
  type: string,
  attribute: string,
  objects: readonly JudgedObject[],
  judging: Judging,
): readonly Row[] {
  return objects
    .filter(({ object }) => object.type === type && !object.isData && object.deposed === undefined)
    .map(({ object, subject }) => {
      const action = actionOf(object);
      const isHidden = isSensitive(object, attribute);
      const named = (values: Json) =>
        new Set(isHidden ? [] : textsIn(member(values, attribute)).map(text => judging.shown.text(text)));
      const before = named(object.before);
      return {
        object,
        subject,
        action,
        before,
        // A forgotten object stays on the platform as it is.
        after: action === 'forget' ? before : named(object.after),
        isUnknown: isHidden || hasMark(member(object.unknown, attribute)),
      };
    });
}

/** The documented names that occur, in their order, then the others. */
function columnsOf(known: readonly string[], rows: readonly Row[]): readonly string[] {
  const found = new Set(rows.flatMap(({ before, after }) => [...before, ...after]));
  const others = [...found].filter(name => !known.includes(name)).sort();
  return [...known.filter(name => found.has(name)), ...others];
}

function cellOf({ before, after, isUnknown }: Row, name: string): Cell {
  if (after.has(name)) return before.has(name) ? 'kept' : 'added';
  if (isUnknown) return 'unknown';
  return before.has(name) ? 'removed' : 'absent';
}

function unrestrictedCell({ object, action }: Row): Cell {
  if (hasMark(member(object.unknown, 'unrestricted'))) return 'unknown';
  const before = flagIn(member(object.before, 'unrestricted')) === true;
  const after = action === 'forget' ? before : flagIn(member(object.after, 'unrestricted')) === true;
  if (after) return before ? 'kept' : 'added';
  return before ? 'removed' : 'absent';
}

function bySubject(one: Subject, other: Subject): number {
  return byText(one.label, other.label) || byText(one.address, other.address);
}

/** Compares code points, so that every machine sorts alike. */
function byText(one: string | null, other: string | null): number {
  const [left, right] = [one ?? '', other ?? ''];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
