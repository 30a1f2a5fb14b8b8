import type { Issue, Shape } from './sandbox-collection';

export interface ParsedList<Value> {
  readonly values: readonly Value[];
  readonly issues: readonly Issue[];
}

interface ListRules {
  /** Fields whose values must be unique. The issue is at the second element with the same value. */
  readonly unique: readonly string[];
}

export function parseList<Value extends object>(
  input: unknown,
  shape: Shape<Value>,
  { unique }: ListRules,
): ParsedList<Value> {
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
  return { values, issues: [...issues, ...unique.flatMap(field => duplicates(input, field))] };
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

function duplicates(elements: readonly unknown[], field: string): readonly Issue[] {
  const places = new Map<unknown, number>();
  return elements.flatMap((element, index) => {
    const value = typeof element === 'object' && element !== null ? Reflect.get(element, field) : undefined;
    if (value === undefined) return [];
    const first = places.get(value);
    if (first === undefined) places.set(value, index);
    return first === undefined
      ? []
      : [{ path: [index, field], message: `is the ${field} of item ${first} too` }];
  });
}
