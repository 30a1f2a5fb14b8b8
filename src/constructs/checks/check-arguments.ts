import type { TerraformProvider, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { baseFlawOf, receiverFlawOf } from '../addresses/address';
import { demands } from '../gen/checks';
import { camelCase } from './camel-case';
import type { Demand, Demands } from './demand';
import { didYouMean } from './did-you-mean';
import { literalFound } from './literal-secrets';
import { at, isRecord, isUnresolved, plainText } from './values';

/**
 * Refuses plain values among arguments, in a constructor or a setter: so the stack trace shows the user's line. The
 * provider checks what only Terraform knows, rules over several arguments, and names that the platform may know.
 *
 * @param leaves scope of a new construct: a program that catches the error would synthesize a block without arguments
 */
export function checkArguments(
  construct: TerraformProvider | TerraformResource,
  values: object,
  leaves?: IConstruct,
): void {
  const { terraformResourceType: type, node } = construct;
  const problems = problemsIn(values, demands[type] ?? {}, '');
  if (problems.length === 0) return;
  leaves?.node.tryRemoveChild(node.id);
  throw new Error(problems.map(problem => `[${node.path}] ${type}.${problem}`).join('\n'));
}

/**
 * Returns a text for each problem: the path of the argument by its names in Terraform, what is wrong, and what to do. It never
 * contains the value of a secret. A setter gives one of the arguments.
 */
const problemsIn = (values: object, all: Demands, path: string): string[] =>
  Object.entries(all)
    .filter(([name]) => path !== '' || Object.hasOwn(values, camelCase(name)))
    .flatMap(([name, demand]) => problemsOf(at(values, camelCase(name)), demand, path + name));

function problemsOf(value: unknown, demand: Demand, place: string): string[] {
  const { isRequired, members, range } = demand;
  if (value === undefined || value === null)
    return isRequired ? [`${place}: The value is missing. It is required.`] : [];
  if (isUnresolved(value)) return [];
  if (members !== undefined) return problemsOfObject(value, members, place);
  if (Array.isArray(value)) return problemsOfList(value, demand, place);
  if (typeof value === 'number' && range !== undefined) {
    if (Number.isSafeInteger(value) && value >= range.from && value <= range.to) return [];
    return [`${place}: ${value} is not valid. Give a whole number from ${range.from} to ${range.to}.`];
  }
  const text = plainText(value);
  return text === undefined ? [] : problemsOfText(text, demand, place);
}

/** cdktf leaves out what it does not know: without this check, a misspelt member changes nothing, without a word. */
function problemsOfObject(value: unknown, members: Demands, place: string): string[] {
  const names = Object.keys(members).map(camelCase);
  const remedy = `Give an object with the members ${names.join(', ')}.`;
  if (!isRecord(value) || Array.isArray(value)) return [`${place}: This is no object. ${remedy}`];
  const strange = Object.keys(value).filter(name => !names.includes(name));
  return [
    ...strange.map(name => `${place}: There is no member "${name}". ${didYouMean(name, names)}${remedy}`),
    ...problemsIn(value, members, `${place}.`),
  ];
}

/** cdktf leaves undefined entries out of the JSON. Without this check, an endpoint lacks a misspelt event silently. */
function problemsOfList(values: readonly unknown[], { choices, names }: Demand, place: string): string[] {
  if (values.length === 0 && names !== undefined)
    return [`${place}: The list is empty. Name at least one, such as "${names.known[0]}".`];
  return values.flatMap((value, index) => {
    const entry = `${place}: Entry ${index + 1} of ${values.length} is`;
    if (value === undefined || value === null || value === '')
      return [`${entry} ${value === '' ? 'an empty text' : value}. Give a name, or remove the entry.`];
    // A token of cdktf for a list is a list of one text, which no plain list resolves.
    if (typeof value === 'string' && value.startsWith('#{TfToken['))
      return [`${entry} a whole list. Give Fn.concat([[…], list]) instead.`];
    const text = plainText(value);
    if (text === undefined) return [];
    return names === undefined
      ? problemsOfText(text, { ...(choices && { choices }) }, place)
      : problemsOfName(text, names, place);
  });
}

function problemsOfName(
  name: string,
  { known, form }: NonNullable<Demand['names']>,
  place: string,
): string[] {
  if (known.includes(name) || new RegExp(form).test(name)) return [];
  const found = `"${name}" has not the form of a name such as "${known[0]}".`;
  return [`${place}: ${found} ${didYouMean(name, known)}Known are: ${known.join(', ')}.`];
}

function problemsOfText(text: string, demand: Demand, place: string): string[] {
  const { isSecret, isReadable, choices, address } = demand;
  if (isSecret) return [`${place}: The secret ${literalFound(place)}`];
  if (isReadable && text.trim() === '') return [`${place}: The text is empty. Give one.`];
  if (choices?.includes(text) === false) {
    const remedy = `${didYouMean(text, choices)}Give one of ${choices.map(each => `"${each}"`).join(', ')}.`;
    return [`${place}: "${text}" is not a valid choice. ${remedy}`];
  }
  if (address === undefined) return [];
  const flaw = (address === 'base' ? baseFlawOf : receiverFlawOf)(text);
  return flaw === undefined ? [] : [`${place}: ${flaw.found} ${flaw.remedy}`];
}
