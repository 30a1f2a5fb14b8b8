import type { OperationName } from '../contract/operations';
import { bareIdentifier, isEmptyPage, objectOf, wire } from '../contract/page';
import type { PlatformError } from '../errors';
import { parse, property } from '../errors/platform-refusal';

/** A raw answer, with the objects in it. */
export interface Answer {
  /** Absent without a response. */
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly objects: readonly unknown[];
  readonly error?: PlatformError;
}

/** Reads a property of a response. Null is no value. */
export const part = (value: unknown, name: string): unknown => property(value, name) ?? undefined;

/** Returns an id as the client reads it. Empty if it cannot be read: a rounded number could name another object. */
export function idOf(object: unknown): string {
  try {
    return bareIdentifier(object, '');
  } catch {
    return '';
  }
}

export const isList = (operation: OperationName) => operation.endsWith('.list');
export const isGet = (operation: OperationName) => operation.endsWith('.get');
export const isAbsence = ({ status }: Answer) => status === 404 || status === 410;
export const isShown = ({ objects }: Answer) => objects.length > 0;

export function contentOf(operation: OperationName, text = ''): Pick<Answer, 'body' | 'objects'> {
  const body = parse(text);
  const data = isList(operation) && part(body, wire.list);
  const found: readonly unknown[] = Array.isArray(data) ? data : [objectOf(body)];
  return { body, objects: found.filter(object => idOf(object) !== '') };
}

const hasList = (body: unknown) => Array.isArray(part(body, wire.list)) || isEmptyPage(body);

/** Says what an answer lacks. @param id of the object that was asked for */
export function faultOf(operation: OperationName, { status, body, objects }: Answer, id?: string) {
  if (isList(operation)) return !hasList(body) && `answers ${status} without a list "${wire.list}"`;
  const isRead = isGet(operation);
  if (objects.length === 0 && (isRead || operation.endsWith('.create')))
    return `answers ${status} without an "id" that can be read`;
  return isRead && objects.some(object => idOf(object) !== id) && 'answers with another object';
}

/** True if nothing follows. A page of another form, or without a word about the next one, may be a part. */
export function isWholeList(body: unknown): boolean {
  const isEnd = [null, ''].some(end => end === property(body, wire.cursor));
  return isEmptyPage(body) || (hasList(body) && isEnd && part(body, 'has_more') !== true);
}
