import { type AttributeOf, invalid, optional } from './attribute';
import type { Check, ObjectOf, StringType } from './schema-types';
import { objectOf, string } from './value-type';

export type TimedOperation = 'create' | 'read' | 'update' | 'delete';

type Limits = Readonly<Partial<Record<TimedOperation, string>>>;
type Given<Operation extends string> = { readonly [Name in Operation]?: string | undefined } | undefined;

export interface Timeouts<Operation extends TimedOperation> {
  /** The attribute for a resource. Its conventional name in Terraform is `timeouts`. */
  readonly attribute: AttributeOf<
    ObjectOf<{ readonly [Name in Operation]: AttributeOf<StringType, 'optional'> }>,
    'optional'
  >;
  /** Returns the limit of an operation, in milliseconds. */
  limit(given: Given<Operation>, operation: Operation): number;
}

const form = /^(\d{1,9})(s|m|h)$/;
const milliseconds: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

const duration: Check<string> = text =>
  Number.isNaN(millisecondsOf(text)) || millisecondsOf(text) === 0
    ? [invalid('Invalid duration', 'Write a whole number and its unit: 90s, 20m or 1h.')]
    : [];

/**
 * Creates time limits that users may set, for slow operations. The handler must observe them: if the framework
 * stopped waiting, it would lose an object that is created late.
 *
 * @param defaults by operation, such as `{ create: '20m' }`
 */
export function timeouts<const Defaults extends Limits>(
  defaults: Defaults,
): Timeouts<keyof Defaults & TimedOperation> {
  type Operation = keyof Defaults & TimedOperation;
  const limitOf = (operation: Operation) => defaults[operation] ?? '';
  const nested = Object.fromEntries(
    Object.entries(defaults).map(([operation, limit]) => {
      const description = `Such as \`90s\`, \`20m\` or \`1h\`. Default: \`${limit}\`.`;
      return [operation, optional(string, { check: duration, description })];
    }),
  ) as { readonly [Name in Operation]: AttributeOf<StringType, 'optional'> };
  return {
    attribute: optional(objectOf(nested), { description: 'How long an operation may take.' }),
    limit: (given, operation) => millisecondsOf(given?.[operation] ?? limitOf(operation)),
  };
}

function millisecondsOf(text: string): number {
  const [, count, unit = ''] = form.exec(text) ?? [];
  return Number(count) * (milliseconds[unit] ?? Number.NaN);
}
