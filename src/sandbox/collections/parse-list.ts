import type { Issue, Shape } from './sandbox-collection';

/** What is wrong with a list. A value that stands twice is told apart: its message repeats no value. */
export interface ListIssue extends Issue {
  readonly isDuplicate: boolean;
}

export interface ParsedList<Value> {
  readonly values: readonly Value[];
  readonly issues: readonly ListIssue[];
}

interface ListRules {
  /** Fields of which no two elements may have the same value; the issue is at the second of them. */
  readonly unique: readonly string[];
  /** Whether a field that the shape does not take over is an issue, and not lost without a word. */
  readonly isStrict?: boolean;
}

export function parseList<Value extends object>(
  input: unknown,
  shape: Shape<Value>,
  { unique, isStrict = false }: ListRules,
): ParsedList<Value> {
  if (!Array.isArray(input)) {
    return { values: [], issues: [{ path: [], message: 'must be an array', isDuplicate: false }] };
  }
  const values: Value[] = [];
  const issues: ListIssue[] = [];
  for (const [index, element] of input.entries()) {
    const parsed = shape.safeParse(element);
    const found = parsed.success ? lostFields(element, parsed.data, isStrict) : parsed.error.issues;
    if (parsed.success) values.push(parsed.data);
    for (const { path, message } of found)
      issues.push({ path: [index, ...path], message, isDuplicate: false });
  }
  return { values, issues: [...issues, ...unique.flatMap(field => duplicates(input, field))] };
}

function lostFields(element: unknown, taken: object, isStrict: boolean): readonly Issue[] {
  if (!isStrict || typeof element !== 'object' || element === null) return [];
  const lost = Object.keys(element).filter(name => !Object.hasOwn(taken, name));
  return lost.map(name => ({ path: [], message: `Unrecognized key: "${name}"` }));
}

function duplicates(elements: readonly unknown[], field: string): readonly ListIssue[] {
  const places = new Map<unknown, number>();
  return elements.flatMap((element, index) => {
    const value = typeof element === 'object' && element !== null ? Reflect.get(element, field) : undefined;
    if (value === undefined) return [];
    const first = places.get(value);
    if (first === undefined) places.set(value, index);
    return first === undefined
      ? []
      : [{ path: [index, field], message: `is the ${field} of item ${first} too`, isDuplicate: true }];
  });
}
