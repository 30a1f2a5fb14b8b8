import { secretArguments as ofResources } from '../../constructs/gen/secret-arguments';
import { partsOfAddress } from './address';
import { type Block, isHidden } from './configuration';
import { type Inputs, inputsOf, inputsOfVariable, partsAt } from './inputs';
import { isObject, type Json, jsonIn, listIn, member, objectIn } from './json';
import type { Plan } from './plan';

/** The arguments that take a secret, by type of block. */
const secretArguments: typeof ofResources = { ...ofResources, provider: ['api_key'] };

/** A secret argument of the configuration, and what its expression is made of. */
export interface SecretInput {
  readonly block: Block;
  readonly argument: string;
  readonly inputs: Inputs;
}

export const secretInputs = ({ configuration: { blocks, providers } }: Plan): readonly SecretInput[] =>
  [...blocks.values(), ...providers.values()].flatMap(block =>
    (secretArguments[block.type] ?? []).map(argument => ({
      block,
      argument,
      inputs: inputsOf(member(block.expressions, argument), block.scope),
    })),
  );

/**
 * Returns every sensitive text of a plan: values that the provider or the configuration marks, of all providers;
 * values of sensitive root variables, which stand raw in a plan; constants of secret arguments; what has the form of a key.
 */
export function sensitiveTexts(plan: Plan): ReadonlySet<string> {
  const found = new Set(plan.keys);
  // The resources of `planned_values` are those of the changes.
  for (const object of [...plan.changes, ...plan.drift, ...plan.prior]) {
    collectMarked(object.before, object.beforeSensitive, found);
    collectMarked(object.after, object.afterSensitive, found);
  }
  for (const { values, sensitive } of plan.invocations) collectMarked(values, sensitive, found);
  collectOutputs(plan, found);
  collectVariables(plan, found);
  // Terraform marks the values of secret arguments, and not the constants and variables that give them.
  for (const { inputs } of secretInputs(plan)) collectInputs(inputs, plan.variables, found);
  return found;
}

/** Keys of an output that are also keys of instances: Terraform prints those in addresses. */
function collectOutputs({ changes, json }: Plan, found: Set<string>): void {
  const outputs = outputsIn(json);
  const addresses = outputs.some(([value]) => isObject(value)) ? changes.map(({ address }) => address) : [];
  const keys = new Set(addresses.flatMap(partsOfAddress).map(({ text }) => text));
  const partOf = ([key, part]: [string, Json]) => (keys.has(JSON.stringify(key)) ? part : { [key]: part });
  for (const [value, marks] of outputs)
    collectMarked(
      marks === true && isObject(value) ? Object.entries(value).map(partOf) : value,
      marks,
      found,
    );
}

/** Returns values with their marks. `planned_values` and the prior state have outputs that do not change, too. */
function outputsIn(json: Json): readonly (readonly [value: Json, marks: Json])[] {
  const outputsOf = (part: Json) => Object.values(objectIn(part));
  const states = [member(json, 'planned_values'), member(member(json, 'prior_state'), 'values')];
  const kept = states.flatMap(values => outputsOf(member(values, 'outputs')));
  return [
    ...outputsOf(member(json, 'output_changes')).flatMap(change =>
      ['before', 'after'].map(side => [member(change, side), member(change, `${side}_sensitive`)] as const),
    ),
    ...kept.map(output => [member(output, 'value'), member(output, 'sensitive')] as const),
  ];
}

function collectVariables({ variables, configuration }: Plan, found: Set<string>): void {
  for (const scope of configuration.scopes)
    for (const [name, block] of Object.entries(objectIn(scope.variables))) {
      if (!isHidden(block)) continue;
      collectInputs(inputsOfVariable(name, scope, []), variables, found);
      if (scope.call === undefined) collect(member(block, 'default'), found);
    }
}

/** Collects the constants of an expression, and the values of the root variables that it uses. */
function collectInputs(
  { constants, variables }: Inputs,
  values: Plan['variables'],
  found: Set<string>,
): void {
  const given = variables.map(({ name, path }) => partsAt(values.get(name), path));
  for (const constant of constants) collect(constant, found);
  for (const parts of given) if (!isChoice(parts, [...constants, ...given.flat()])) collect(parts, found);
}

/** True for a flag, and for a key or an index of another value, as in `var.secrets[var.environment]`. */
const isChoice = (values: readonly Json[], collections: readonly Json[]): boolean =>
  values.every(
    value => typeof value === 'boolean' || collections.some(collection => hasMember(collection, value)),
  );

const hasMember = (collection: Json, key: Json) =>
  typeof collection === 'object' &&
  collection !== null &&
  (typeof key === 'string' || typeof key === 'number') &&
  Object.hasOwn(collection, key);

/** Walks the marks, of which there are few, beside the values. */
function collectMarked(value: Json, marks: Json, found: Set<string>): void {
  if (marks === true) collect(value, found);
  else if (Array.isArray(marks)) {
    const parts = listIn(value);
    marks.forEach((mark, index) => {
      if (mark !== false) collectMarked(parts[index], mark, found);
    });
  } else if (isObject(marks)) {
    for (const name in marks)
      if (marks[name] !== false) collectMarked(member(value, name), marks[name], found);
  }
}

/** Adds every text and number within a value, as an expression may take it apart. A loop: JSON may nest deeply. */
function collect(value: Json, found: Set<string>): void {
  const pending: Json[] = [value];
  while (pending.length > 0) {
    const part = pending.pop();
    if (typeof part === 'number') found.add(String(part));
    else if (typeof part === 'string') for (const text of piecesOf(part)) found.add(text);
    // A list may be longer than the arguments that a call can have.
    for (const inner of partsOf(typeof part === 'string' ? decoded(part) : part)) pending.push(inner);
  }
}

/** Shorter lines of a secret, such as `}`, are in every text. */
const shortestLine = 8;

/** Returns the text, without the blanks around it, and its lines: a line of a private key is a secret, too. */
function piecesOf(text: string): readonly string[] {
  if (!/\s/.test(text)) return [text];
  const lines = text.split(/[\r\n]+/).map(line => line.trim());
  return [text, text.trim(), ...lines.filter(line => line.length >= shortestLine)];
}

/** Returns what a text of JSON holds. Only objects and lists have parts. */
const decoded = (text: string): Json => (/^\s*[[{]/.test(text) ? jsonIn(text) : undefined);

/** True for a key of a map that looks like the name of an attribute. If it were hidden, every report would lose that word. */
const isName = (key: string) => /^[A-Za-z_]+$/.test(key);

function partsOf(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  return [...Object.values(value), ...Object.keys(value).filter(key => !isName(key))];
}
