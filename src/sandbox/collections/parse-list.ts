import type { Issue, Shape } from './sandbox-collection';

export interface ParsedList<Value> {
  readonly values: readonly Value[];
  readonly issues: readonly Issue[];
}

/** No two elements may have the same id. The issue is at the second one. */
export function parseList<Value extends object>(input: unknown, shape: Shape<Value>): ParsedList<Value> {
  if (!Array.isArray(input)) {
    return { values: [], issues: [{ path: [], message: 'must be an array' }] };
  }
  const values: Value[] = [];
  const issues: Issue[] = [];
  for (const [index, element] of input.entries()) {
    const parsed = shape.safeParse(element);
    const found = parsed.success ? unknownIssues(element, parsed.data) : parsed.error.issues;
    if (parsed.success) values.push(parsed.data);
    for (const { path, message } of found) issues.push({ path: [index, ...path], message });
  }
  return { values, issues: [...issues, ...duplicateIds(input)] };
}

/** Without these issues, a misspelt field would be dropped without a message. */
function unknownIssues(element: unknown, accepted: object): readonly Issue[] {
  return unknownFields(element, accepted).map(name => ({ path: [], message: `Unrecognized key: "${name}"` }));
}

/** Returns the names of the fields that a shape does not know: its result is without them. */
export function unknownFields(input: unknown, accepted: object): readonly string[] {
  if (typeof input !== 'object' || input === null) return [];
  return Object.keys(input).filter(name => !Object.hasOwn(accepted, name));
}

function duplicateIds(elements: readonly unknown[]): readonly Issue[] {
  const places = new Map<unknown, number>();
  return elements.flatMap((element, index) => {
    const id = typeof element === 'object' && element !== null ? Reflect.get(element, 'id') : undefined;
    if (id === undefined) return [];
    const first = places.get(id);
    if (first === undefined) places.set(id, index);
    return first === undefined ? [] : [{ path: [index, 'id'], message: `is the id of item ${first} too` }];
  });
}
