import type { Problem, Rule } from './problem';
import { isUnresolved, plainText } from './values';

/**
 * A list of names of a block.
 *
 * @internal
 */
export interface NameList {
  readonly attribute: string;
  /** Names that the platform's document has. Any other name is a warning. */
  readonly known?: readonly string[];
  /** Form of all names. A name of another form is refused. */
  readonly form?: RegExp;
}

/**
 * Refuses an entry that names nothing. cdktf leaves undefined entries out of the JSON: without this rule, an endpoint
 * silently does not subscribe to an event whose name comes from a variable that is not set.
 *
 * @internal
 */
export function eachNamed({ attribute }: NameList): Rule {
  return ({ [attribute]: value }) => {
    const names = namesIn(value);
    const index = names.findIndex(name => name === undefined || name === null || name === '');
    if (index < 0) return undefined;
    const shown = names[index] === '' ? 'an empty text' : String(names[index]);
    const found = `Entry ${index + 1} of ${names.length} is ${shown}.`;
    return { attribute, found, remedy: 'Give a name, or remove the entry.' };
  };
}

/**
 * Refuses a name of another form, such as an event type among scopes.
 *
 * @internal
 */
export function eachInForm({ attribute, form, known = [] }: NameList): Rule {
  return ({ [attribute]: value }) => {
    const names = namesIn(value).flatMap(name => plainText(name) || []);
    const wrong = names.find(name => form?.test(name) === false);
    if (wrong === undefined) return undefined;
    const remedy = `${didYouMean(wrong, known)}Known are: ${known.join(', ')}.`;
    return { attribute, found: `"${wrong}" has not the form of a name such as "${known[0]}".`, remedy };
  };
}

/**
 * Returns a warning for each name that the platform's document does not have. The platform may know it.
 *
 * @internal
 */
export function unknownNames({ attribute, known }: NameList, value: unknown): Problem[] {
  if (known === undefined) return [];
  return namesIn(value)
    .flatMap(name => plainText(name) ?? [])
    .filter(name => !known.includes(name))
    .map(name => ({
      attribute,
      found: `The platform's document does not have the name "${name}".`,
      remedy: `${didYouMean(name, known)}If the platform accepts it, ignore this warning.`,
    }));
}

function namesIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) && !isUnresolved(value) ? value : [];
}

/** @internal */
export function didYouMean(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map(other => ({ other, edits: editsBetween(name, other) }))
    .filter(({ edits }) => edits <= Math.max(3, name.length / 3))
    .sort((one, other) => one.edits - other.edits);
  return nearest === undefined ? '' : `Did you mean "${nearest.other}"? `;
}

/** Returns the Levenshtein distance: the least number of letters to insert, remove or replace. jsii allows no library for it. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= other.length; column += 1) {
      const [left = 0, above = 0, before = 0] = [next[column - 1], row[column], row[column - 1]];
      next.push(Math.min(left + 1, above + 1, before + (letter === other[column - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
