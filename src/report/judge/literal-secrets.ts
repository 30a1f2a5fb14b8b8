import { isDeepStrictEqual } from 'node:util';
import { groupedBy } from '../grouped';
import { name, own, value } from '../phrase';
import type { Block } from '../plan/configuration';
import { inputsOf, partsAt, textsWithin, type UsedVariable } from '../plan/inputs';
import { type Json, member, textIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { secretArguments } from '../plan/sensitive-values';
import { FoundRisk } from './found';
import type { Judging } from './judging';

/**
 * Returns a risk for each secret argument whose value stands in the configuration: as a constant, or as the default of a
 * variable that the plan uses, in both cases also through arguments of modules. Other expressions are not followed. And
 * for each write-only secret that the plan holds nevertheless.
 */
export function literalSecrets(objects: readonly PlannedObject[], judging: Judging): readonly FoundRisk[] {
  const { blocks, providers } = judging.plan.configuration;
  const objectsOf = groupedBy(objects, ({ block }) => block);
  return [...blocks.values(), ...providers.values()].flatMap(block => {
    const planned = objectsOf.get(block.address) ?? [];
    const foundAs = (what: typeof literal | typeof inPlan, argument: string) =>
      foundIn(block, argument, planned[0], what, judging);
    return (secretArguments[block.type] ?? []).flatMap(argument => {
      if (isLiteral(block, argument, planned, judging)) return [foundAs(literal, argument)];
      const isKept = argument === 'secret_wo' && isInPlan(block, argument, judging.plan);
      return isKept ? [foundAs(inPlan, argument)] : [];
    });
  });
}

const literal = {
  name: 'literal-secret',
  words: ' stands in the configuration as plain text',
  detail:
    'Everybody who can read the repository or this plan has it. Change the secret, and pass it in a sensitive variable.',
} as const;

const inPlan = {
  name: 'secret-in-plan',
  words: ' stands in the saved plan',
  detail:
    'It comes from a variable that is not ephemeral. Set ephemeral = true in the block of the variable.',
} as const;

/** A plan keeps the values of all variables but ephemeral ones. */
const isInPlan = (block: Block, argument: string, plan: Plan): boolean =>
  inputsOf(member(block.expressions, argument), block.scope).variables.some(
    ({ name, path }) => textsWithin(partsAt(plan.variables.get(name), path)).length > 0,
  );

function foundIn(
  { address }: Block,
  argument: string,
  object: PlannedObject | undefined,
  { name: rule, words, detail }: typeof literal | typeof inPlan,
  { subjectOf }: Judging,
): FoundRisk {
  const named = () => {
    const subject = object && subjectOf(object);
    return name(subject?.label ?? subject?.address ?? address);
  };
  const render = () => [value(argument), own(' of '), named(), own(words)];
  return new FoundRisk(rule, object?.address ?? address, render, detail, undefined, object, subjectOf);
}

function isLiteral(
  block: Block,
  argument: string,
  planned: readonly PlannedObject[],
  { plan }: Judging,
): boolean {
  const { constants, variables, references } = inputsOf(member(block.expressions, argument), block.scope);
  const written = new Set(textsWithin([...constants, ...variables.flatMap(one => defaultsOf(one, plan))]));
  // The expression chooses among what is written.
  if (planned.some(({ after }) => written.has(textIn(member(after, argument)) ?? ''))) return true;
  return references.length === 0 && written.size > 0 && variables.every(one => isDefault(one, plan));
}

function defaultsOf({ name, path }: UsedVariable, { json }: Plan): readonly Json[] {
  const root = member(member(json, 'configuration'), 'root_module');
  return partsAt(member(member(member(root, 'variables'), name), 'default'), path);
}

/** True if the part of the variable that is used has a text, and is the one of the variable’s default. */
function isDefault(variable: UsedVariable, plan: Plan): boolean {
  const standard = defaultsOf(variable, plan);
  const given = partsAt(plan.variables.get(variable.name), variable.path);
  return textsWithin(standard).length > 0 && isDeepStrictEqual(standard, given);
}
