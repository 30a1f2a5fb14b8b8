import { knownEventTypes, knownScopes } from '../../client/contract/catalogue';
import type { Dialect } from './dialects';

/** Returns an object as the responses of a dialect show it. */
export function spoken({ omitted, added, words, times }: Dialect, object: object): object {
  const shown = Object.entries(object).filter(([name]) => !omitted.includes(name));
  const said = (name: string, value: unknown) => {
    if (name === 'created_at' && times === 'seconds') return Math.floor(Date.parse(String(value)) / 1000);
    return words[name]?.[String(value)] ?? value;
  };
  return { ...added, ...Object.fromEntries(shown.map(([name, value]) => [name, said(name, value)])) };
}

const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
const href = (value: unknown) => new URL(String(value)).href;
const sorted = (value: unknown) => (Array.isArray(value) ? [...new Set(value)].sort() : value);
const canonicalForms = new Map([
  ['url', href],
  ['name', trimmed],
  ['events', sorted],
  ['scopes', sorted],
]);

/** Returns the fields of a valid request as a canonical platform stores them. */
export function canonical(request: object): object {
  const fields = Object.entries(request).filter(([, value]) => value !== undefined);
  return Object.fromEntries(fields.map(([name, value]) => [name, (canonicalForms.get(name) ?? same)(value)]));
}

const same = (value: unknown) => value;

const catalogues: Readonly<Record<string, readonly string[]>> = {
  events: knownEventTypes,
  scopes: knownScopes,
};

/** Returns the problem of each field of a valid request with a value that the document does not name. */
export function undocumentedValues(request: object): Readonly<Record<string, string>> {
  const problems = Object.entries(catalogues).flatMap(([name, known]) => {
    const values: unknown = Reflect.get(request, name);
    const index = Array.isArray(values) ? values.findIndex(value => !known.includes(value)) : -1;
    return index < 0 ? [] : [[name, `item ${index + 1} is unknown`] as const];
  });
  return Object.fromEntries(problems);
}
