import { isDeepStrictEqual } from 'node:util';
import { groupedBy } from '../grouped';
import type { Risk, Subject } from '../model';
import { name, phrase, value } from '../phrase';
import type { Block } from '../plan/configuration';
import { type Json, member, textIn } from '../plan/json';
import { isChoice, originOf, partsAt, textsWithin, type UsedVariable } from '../plan/origin';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { secretArguments } from '../plan/sensitive-values';
import { riskOf } from './finding';
import { type Judging, nameOf } from './judging';
import { subjectOf } from './subject';

/**
 * Returns a risk for each secret argument whose value stands in the configuration. A plan repeats constants, defaults of
 * variables and arguments of modules. It does not repeat locals and functions: a literal behind one of them is seen only
 * where the plan holds the value, and a default is the same.
 */
export function literalSecrets(objects: readonly PlannedObject[], judging: Judging): readonly Risk[] {
  const { blocks, providers } = judging.plan.configuration;
  const objectsOf = groupedBy(objects, ({ block }) => block);
  return [...blocks.values(), ...providers.values()].flatMap(block => {
    const planned = objectsOf.get(block.address) ?? [];
    const [first] = planned;
    const subject = first === undefined ? null : subjectOf(first, judging);
    return (secretArguments[block.type] ?? []).flatMap(argument =>
      isLiteral(block, argument, planned, judging) ? [literal(block, argument, subject)] : [],
    );
  });
}

function literal(block: Block, argument: string, subject: Subject | null): Risk {
  const owner = subject === null ? name(block.address) : nameOf(subject);
  const sentence = phrase`${value(argument)} of ${owner} stands in the configuration as plain text`;
  return riskOf('literal-secret', subject, sentence, [
    'Everybody who can read the repository or this plan has it. Change the secret, and pass it in a sensitive variable.',
  ]);
}

function isLiteral(
  block: Block,
  argument: string,
  planned: readonly PlannedObject[],
  { plan }: Judging,
): boolean {
  const { constants, variables, references } = originOf(member(block.expressions, argument), block);
  const standing = [constants, ...variables.map(variable => defaultsOf(variable, plan))];
  const written = new Set(standing.flatMap(textsWithin));
  if (planned.some(({ after }) => written.has(textIn(member(after, argument)) ?? ''))) return true;
  if (references.length > 0 || written.size === 0) return false;
  const collections = [...constants, ...variables.flatMap(variable => valuesOf(variable, plan))];
  return variables
    .filter(variable => !isAbsent(variable, plan) && !isChoice(valuesOf(variable, plan), collections))
    .every(variable => isDefault(variable, plan));
}

const valuesOf = ({ name, path }: UsedVariable, { variables }: Plan): readonly Json[] =>
  partsAt(variables.get(name), path);

function defaultsOf({ name, path }: UsedVariable, { json }: Plan): readonly Json[] {
  const root = member(member(json, 'configuration'), 'root_module');
  return partsAt(member(member(member(root, 'variables'), name), 'default'), path);
}

/** True for a variable that is null: `coalesce(var.given, var.standard)` then has the other one. */
const isAbsent = (variable: UsedVariable, plan: Plan) =>
  plan.variables.has(variable.name) &&
  [...valuesOf(variable, plan), ...defaultsOf(variable, plan)].every(
    value => value === null || value === undefined,
  );

/** True if the part of the variable that is used has a text, and is the one of the variable’s default. */
function isDefault(variable: UsedVariable, plan: Plan): boolean {
  const standard = defaultsOf(variable, plan);
  return textsWithin(standard).length > 0 && isDeepStrictEqual(standard, valuesOf(variable, plan));
}
