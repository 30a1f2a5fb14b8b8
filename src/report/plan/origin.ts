import { partsOfAddress, withoutKeys } from './address';
import type { Block, Scope } from './configuration';
import { type Json, member, objectIn, textsIn } from './json';

/** What an expression is made of. */
export interface Origin {
  /** Constants that stand in the configuration. */
  readonly constants: readonly Json[];
  readonly variables: readonly UsedVariable[];
  /** Block addresses of resources, with the attribute: `svc_api_key.ci.key`. They have no keys of instances. */
  readonly references: readonly string[];
}

/** A root variable, and the part of its value that an expression uses. */
export interface UsedVariable {
  readonly name: string;
  readonly path: Path;
}

/** Names of members and indices. Undefined stands for any member: a plan does not say which key `each` or `[x]` has. */
type Path = readonly (string | undefined)[];

/** Where an expression stands. */
type Place = Pick<Block, 'forEach' | 'scope'>;

const nothing: Origin = { constants: [], variables: [], references: [] };

/**
 * Steps between modules that may still be made for one expression. Terraform refuses cycles, and a forged plan may have
 * them. What lies behind the last step is not seen.
 */
interface Steps {
  left: number;
}

const mostSteps = 100;

/**
 * Follows an expression through variables and outputs of modules and `for_each` to constants, root variables and resources. Of a
 * template in JSON syntax, which cdktf writes, a plan has both the references and, as its constant, the text of the
 * template.
 * @param path the part of the expression’s value that is used
 */
export function originOf(
  expression: Json,
  place: Place,
  path: Path = [],
  steps: Steps = { left: mostSteps },
): Origin {
  const references = textsIn(member(expression, 'references'));
  const constant = member(expression, 'constant_value');
  if (references.length === 0 && constant !== undefined && constant !== null)
    return { ...nothing, constants: partsAt(constant, path) };
  return combined(
    mostSpecific(references).map(reference => originOfReference(reference, place, path, steps)),
  );
}

/** A plan lists `var.a.b`, and `var.a` too. */
const mostSpecific = (references: readonly string[]) =>
  references.filter(
    one => !references.some(other => other.startsWith(`${one}.`) || other.startsWith(`${one}[`)),
  );

/** These choose or name an instance, and are no part of a secret. */
const choosing = /^(?:each\.key|count\.index|path\.|terraform\.)/;

function originOfReference(reference: string, { forEach, scope }: Place, used: Path, hops: Steps): Origin {
  if (choosing.test(reference)) return nothing;
  const [root = '', name = '', ...steps] = stepsOf(reference);
  const path = [...steps, ...used];
  if (root === 'each' && name === 'value' && forEach !== undefined) {
    // The expression of a for_each cannot use `each`.
    return originOf(forEach, { forEach: undefined, scope }, [undefined, ...path], hops);
  }
  if (root === 'var') return originOfVariable(name, scope, path, hops);
  const end = { ...nothing, references: [`${scope.prefix}${withoutKeys(reference)}`] };
  const module = root === 'module' ? scope.modules.get(name) : undefined;
  return module === undefined ? end : (originOfOutput(module, steps, used, hops) ?? end);
}

/** @returns undefined if the reference names no output: that of an instance which an expression chooses is not seen */
function originOfOutput(
  module: Scope,
  reference: readonly string[],
  used: Path,
  hops: Steps,
): Origin | undefined {
  const [output = '', ...steps] = module.isRepeated ? reference.slice(1) : reference;
  const expression = member(member(module.outputs, output), 'expression');
  if (expression === undefined || hops.left === 0) return undefined;
  hops.left -= 1;
  return originOf(expression, { forEach: undefined, scope: module }, [...steps, ...used], hops);
}

/** Follows a variable of a module to what the module is called with, or to its default. */
export function originOfVariable(
  name: string,
  scope: Scope,
  path: Path,
  hops: Steps = { left: mostSteps },
): Origin {
  if (scope.call === undefined) return { ...nothing, variables: [{ name, path }] };
  const given = member(scope.call.expressions, name);
  if (given !== undefined) {
    if (hops.left === 0) return { ...nothing, references: [`${scope.prefix}var.${name}`] };
    hops.left -= 1;
    return originOf(given, scope.call, path, hops);
  }
  const standard = member(member(scope.variables, name), 'default');
  return standard === undefined || standard === null
    ? nothing
    : { ...nothing, constants: partsAt(standard, path) };
}

/** Splits `var.hooks["a"].secret` at its dots and brackets. */
const stepsOf = (reference: string): readonly string[] =>
  partsOfAddress(reference).flatMap(({ is, text }) => {
    if (is === 'key') return text.replace(/^"|"$/g, '');
    return text.split('.').filter(name => name !== '');
  });

/**
 * Returns the parts of a value at a path. If an expression has made another value of this one, or has chosen a part of
 * it, the path leads to nothing: then every part may be meant.
 */
export function partsAt(value: Json, path: Path): readonly Json[] {
  const [step, ...rest] = path;
  if (path.length === 0) return [value];
  if (typeof value !== 'object' || value === null) return [value];
  const members = Object.values(value);
  if (step === undefined) return members.flatMap(each => partsAt(each, rest));
  const part = Array.isArray(value) ? value[Number(step)] : member(value, step);
  if (part !== undefined) return partsAt(part, rest);
  return members;
}

/** True for a flag, and for a key or an index of another value, as in `var.secrets[var.environment]`. */
export function isChoice(values: readonly Json[], collections: readonly Json[]): boolean {
  return (
    values.length > 0 &&
    values.every(
      value => typeof value === 'boolean' || collections.some(collection => hasMember(collection, value)),
    )
  );
}

const hasMember = (collection: Json, key: Json) =>
  typeof collection === 'object' &&
  collection !== null &&
  (typeof key === 'string' || typeof key === 'number') &&
  Object.hasOwn(collection, key);

/** Returns every text within a value that is not empty. */
export function textsWithin(value: Json): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return Object.values(objectIn(value)).flatMap(textsWithin);
}

const combined = (origins: readonly Origin[]): Origin => ({
  constants: origins.flatMap(({ constants }) => constants),
  variables: origins.flatMap(({ variables }) => variables),
  references: origins.flatMap(({ references }) => references),
});
