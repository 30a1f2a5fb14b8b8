import { isDeepStrictEqual } from 'node:util';
import type { Risk, Subject } from '../model';
import { name, phrase, value } from '../phrase';
import type { Block } from '../plan/configuration';
import { member } from '../plan/json';
import { originOf, partsAt, textsWithin, type UsedVariable } from '../plan/origin';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { secretArguments } from '../plan/sensitive-values';
import { riskOf } from './finding';
import { type Judging, nameOf } from './judging';
import { subjectOf } from './subject';

/**
 * Returns a risk for each secret argument whose value stands in the configuration. A plan repeats constants, defaults of
 * variables and arguments of modules. It does not repeat locals and functions: a literal behind one of them is not seen.
 */
export function literalSecrets(objects: readonly PlannedObject[], judging: Judging): readonly Risk[] {
  const { blocks, providers } = judging.plan.configuration;
  const firstOf = new Map<string, PlannedObject>();
  for (const object of objects) if (!firstOf.has(object.block)) firstOf.set(object.block, object);
  return [...blocks.values(), ...providers.values()].flatMap(block => {
    const object = firstOf.get(block.address);
    const subject = object === undefined ? null : subjectOf(object, judging);
    return (secretArguments[block.type] ?? []).flatMap(argument =>
      isLiteral(block, argument, judging) ? [literal(block, argument, subject)] : [],
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

function isLiteral(block: Block, argument: string, { plan }: Judging): boolean {
  const { constants, variables, references } = originOf(member(block.expressions, argument), block);
  if (references.length > 0) return false;
  const given = textsWithin(constants);
  return given.length + variables.length > 0 && variables.every(variable => isDefault(variable, plan));
}

/** True if the part of the variable that is used has a text, and is the one of the variable’s default. */
function isDefault({ name, path }: UsedVariable, plan: Plan): boolean {
  const root = member(member(plan.json, 'configuration'), 'root_module');
  const standard = partsAt(member(member(member(root, 'variables'), name), 'default'), path);
  return (
    textsWithin(standard).length > 0 && isDeepStrictEqual(standard, partsAt(plan.variables.get(name), path))
  );
}
