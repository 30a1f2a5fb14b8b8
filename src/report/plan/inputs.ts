import { partsOfAddress, withoutKeys } from './address';
import type { Each, Scope } from './configuration';
import { type Json, member, objectIn, textsIn } from './json';

/** What an expression is made of. */
export interface Inputs {
  /** Constants that stand in the configuration. */
  readonly constants: readonly Json[];
  readonly variables: readonly UsedVariable[];
  /**
   * What is not followed: addresses with the attribute and its parts (`svc_api_key.ci.key`), without keys of instances. Those of
   * data sources have theirs: `outputs["id"]` of a remote state is a part.
   */
  readonly references: readonly string[];
}

/** A root variable, and the part of its value that an expression uses: names of members and indices. */
export interface UsedVariable {
  readonly name: string;
  readonly path: readonly string[];
}

const nothing: Inputs = { constants: [], variables: [], references: [] };

/** These choose or name an instance, and are no part of a secret. */
const choosing = /^(?:each\.key|count\.index|path\.|terraform\.)/;

/**
 * Follows an expression through arguments and outputs of modules, to constants and root variables. Of a template in JSON
 * syntax, which cdktf writes, a plan has both the references and, as its constant, the text of the template.
 *
 * @param path the part of the expression’s value that is used
 * @param each of the instance that the expression stands in
 */
export function inputsOf(
  expression: Json,
  scope: Scope,
  path: readonly string[] = [],
  each?: Each,
  followed: Followed = new Set(),
): Inputs {
  const references = textsIn(member(expression, 'references'));
  const constant = member(expression, 'constant_value') ?? undefined;
  if (references.length === 0 && constant !== undefined)
    return { ...nothing, constants: partsAt(constant, path) };
  // For `var.scopes[each.key]` a plan lists both, so the key of the instance is a step of the path.
  const isChosen = references.some(reference => /^(?:each\.key|count\.index)/.test(reference));
  const index = isChosen ? [each?.key ?? []].flat() : [];
  const inputs = mostSpecific(references)
    .filter(reference => !choosing.test(reference))
    .map(reference => {
      const [root = '', name = '', ...steps] = stepsOf(reference);
      if (root === 'each' && each?.key !== undefined)
        return inputsOf(each.forEach, scope, [each.key, ...steps, ...path], undefined, followed);
      return root === 'var'
        ? inputsOfVariable(name, scope, [...steps, ...index, ...path], followed)
        : inputsOfReference(reference, scope, path, followed);
    });
  return {
    constants: inputs.flatMap(({ constants }) => constants),
    variables: inputs.flatMap(({ variables }) => variables),
    references: inputs.flatMap(({ references }) => references),
  };
}

/** A plan lists `var.a.b`, and `var.a` too. */
const mostSpecific = (references: readonly string[]) =>
  references.filter(
    one => !references.some(other => other.startsWith(`${one}.`) || other.startsWith(`${one}[`)),
  );

/** Outputs that were followed. Terraform refuses a circle, and this is a file that anybody may have written. */
type Followed = Set<string>;
const mostFollowed = 100;

function inputsOfReference(
  reference: string,
  scope: Scope,
  used: readonly string[],
  followed: Followed,
): Inputs {
  const [root = ''] = stepsOf(reference);
  const address = root === 'data' ? reference : withoutKeys(reference);
  const itself = `${scope.prefix}${[address, ...used].join('.')}`;
  const inputs = root === 'module' ? inputsOfOutput(itself, scope, followed) : nothing;
  // An output of a function shows nothing of what it is made of.
  return Object.values(inputs).flat().length > 0 ? inputs : { ...nothing, references: [itself] };
}

/** @param reference such as `module.m.hook.secret`, with the prefix of the module that it stands in */
function inputsOfOutput(reference: string, { prefix, modules }: Scope, followed: Followed): Inputs {
  const [, name = '', output = '', ...path] = reference.slice(prefix.length).split('.');
  const inner = modules.get(name);
  if (inner === undefined || followed.has(reference) || followed.size > mostFollowed) return nothing;
  followed.add(reference);
  return inputsOf(member(member(inner.outputs, output), 'expression'), inner, path, undefined, followed);
}

/** Follows a variable of a module to what the module is called with, or to its default. Each step leads up. */
export function inputsOfVariable(
  name: string,
  scope: Scope,
  path: readonly string[],
  followed?: Followed,
): Inputs {
  if (scope.call === undefined) return { ...nothing, variables: [{ name, path }] };
  const given = member(scope.call.expressions, name);
  if (given !== undefined) return inputsOf(given, scope.call.scope, path, scope.call, followed);
  const standard = member(member(scope.variables, name), 'default') ?? undefined;
  return standard === undefined ? nothing : { ...nothing, constants: partsAt(standard, path) };
}

/** Splits `var.hooks["a"].secret` at its dots and brackets. */
export const stepsOf = (reference: string): readonly string[] =>
  partsOfAddress(reference).flatMap(({ is, text }) =>
    is === 'key' ? text.replace(/^"|"$/g, '') : text.split('.').filter(name => name !== ''),
  );

/** Returns the value at a path. If the path does not fit, a function has reshaped the value: then it returns all members. */
export function partsAt(value: Json, path: readonly string[]): readonly Json[] {
  const [step, ...rest] = path;
  if (step === undefined || typeof value !== 'object' || value === null) return [value];
  const part = Array.isArray(value) ? value[Number(step)] : member(value, step);
  return part === undefined ? Object.values(value) : partsAt(part, rest);
}

/** Returns what root variables give to an expression. */
export const givenTo = ({ variables }: Inputs, values: ReadonlyMap<string, Json>): readonly Json[] =>
  variables.flatMap(({ name, path }) => partsAt(values.get(name), path));

/** Returns every text within a value that is not empty. A number may become one; a short number counts or chooses. */
export function textsWithin(value: Json): readonly string[] {
  const text = typeof value === 'number' && value > 9_999_999 ? `${value}` : value;
  if (typeof text === 'string') return text === '' ? [] : [text];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return Object.values(objectIn(value)).flatMap(textsWithin);
}
