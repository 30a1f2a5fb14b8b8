import { isDeepStrictEqual } from 'node:util';
import { groupedBy } from '../grouped';
import { name, own, value } from '../phrase';
import { givenTo, partsAt, textsWithin, type UsedVariable } from '../plan/inputs';
import { type Json, member, textIn } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import { type SecretInput, secretInputs } from '../plan/sensitive-values';
import { FoundRisk } from './found';
import type { Judging } from './judging';

/**
 * Returns a risk for each secret argument whose value stands in the configuration: as a constant, or as the default of a
 * variable that the plan uses, in both cases also through arguments of modules. Other expressions are not followed. And
 * for each write-only secret that the plan holds nevertheless.
 */
export function literalSecrets(objects: readonly PlannedObject[], judging: Judging): readonly FoundRisk[] {
  const { plan } = judging;
  const objectsOf = groupedBy(objects, ({ block }) => block);
  return secretInputs(plan).flatMap(secret => {
    const planned = objectsOf.get(secret.block.address) ?? [];
    if (isLiteral(secret, planned, plan)) return [riskOf('literal-secret', secret, planned[0], judging)];
    return isInPlan(secret, plan) ? [riskOf('secret-in-plan', secret, planned[0], judging)] : [];
  });
}

const rules = {
  'literal-secret': {
    words: ' stands in the configuration as plain text',
    detail:
      'Everybody who can read the repository or this plan has it. Change the secret, and pass it in a sensitive variable.',
  },
  'secret-in-plan': {
    words: ' stands in the saved plan',
    detail:
      'It comes from a variable that is not ephemeral. Set ephemeral = true in the block of the variable.',
  },
} as const;

/** A plan keeps the values of all variables but ephemeral ones. */
const isInPlan = ({ argument, inputs }: SecretInput, plan: Plan): boolean =>
  argument === 'secret_wo' && textsWithin(givenTo(inputs, plan.variables)).length > 0;

function riskOf(
  rule: keyof typeof rules,
  { argument, block }: SecretInput,
  planned: PlannedObject | undefined,
  { subjectOf }: Judging,
): FoundRisk {
  const { words, detail } = rules[rule];
  const parts = () => {
    const object = planned && subjectOf(planned);
    return [
      value(argument),
      own(' of '),
      name(object?.label ?? object?.address ?? block.address),
      own(words),
    ];
  };
  return new FoundRisk(rule, planned?.address ?? block.address, parts, detail, undefined, planned, subjectOf);
}

function isLiteral(
  { argument, inputs: { constants, variables, references } }: SecretInput,
  planned: readonly PlannedObject[],
  plan: Plan,
): boolean {
  const written = new Set(textsWithin([...constants, ...variables.flatMap(one => defaultsOf(one, plan))]));
  // An expression such as `condition ? "a" : var.b` has given a text that stands in the configuration.
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
