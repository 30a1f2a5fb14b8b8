import type { PlannedChange, TerraformState } from '../terraform/terraform-json';

/**
 * A state or plan may contain a secret at a path that Terraform marks as sensitive. These functions remove such
 * values. The rest is visible to anyone who can read a plan, and is searched like other text.
 */
export function exposedInState(state: TerraformState): string {
  const resources = state.resources.map(({ address, values, sensitive }) => ({
    address,
    values: withoutSensitive(values, sensitive),
  }));
  const outputs = Object.entries(state.outputs).filter(([, { sensitive }]) => !sensitive);
  return JSON.stringify({ resources, outputs: Object.fromEntries(outputs) });
}

export function exposedInChanges(changes: Readonly<Record<string, PlannedChange>>): string {
  return JSON.stringify(
    Object.entries(changes).map(([address, change]) => ({
      address,
      before: withoutSensitive(change.before, change.before_sensitive),
      after: withoutSensitive(change.after, change.after_sensitive),
    })),
  );
}

/**
 * @param marks `true` for a value that is sensitive as a whole; else a list or object with marks for its parts, as
 * in Terraform's JSON
 */
function withoutSensitive(value: unknown, marks: unknown): unknown {
  if (marks === true) return '(sensitive)';
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = Array.isArray(marks) ? marks : [];
    return value.map((part, index) => withoutSensitive(part, parts[index]));
  }
  if (typeof value !== 'object' || value === null) return value;
  const parts = typeof marks === 'object' && marks !== null ? new Map(Object.entries(marks)) : new Map();
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutSensitive(part, parts.get(name))]),
  );
}
