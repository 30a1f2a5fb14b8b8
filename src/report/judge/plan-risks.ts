import type { Risk } from '../model';
import { name, own } from '../phrase';
import type { Scope } from '../plan/configuration';
import { type Json, listIn, member, objectIn, textIn } from '../plan/json';
import { originOf } from '../plan/origin';
import type { Plan } from '../plan/plan';
import { hasMark, isOurs } from '../plan/planned-object';
import { alwaysSecret } from '../plan/sensitive-values';
import type { Judging } from './judging';
import { risk } from './risk';

/** Risks that belong to no object: outputs that show a secret, and failed checks. */
export const planRisks = (judging: Judging): readonly Risk[] => [
  ...shownSecrets(judging),
  ...failedChecks(judging),
];

const asSensitive =
  'Everybody who can read the state or the log of a run has it. Mark the output as sensitive, without nonsensitive().';

const unseen =
  'It is made of a secret, and its value is known after apply. Check that what nonsensitive() wraps hands no secret on, ' +
  'or mark the output as sensitive.';

/**
 * Terraform demands the mark for outputs of the root module, unless `nonsensitive` takes the mark of the value away. A plan
 * names what an expression refers to, and no function. So a value that is known is judged by itself.
 */
function shownSecrets({ plan, shown }: Judging): readonly Risk[] {
  const [root] = plan.configuration.scopes;
  const visible = Object.entries(objectIn(root?.outputs)).filter(
    ([, block]) => !['sensitive', 'ephemeral'].some(mark => member(block, mark) === true),
  );
  if (root === undefined || visible.length === 0) return [];
  const secrets = secretsOf(plan);
  return visible.flatMap(([output, block]) => {
    const change = member(member(plan.json, 'output_changes'), output);
    const says = (verb: string) => () => [own('output '), name(shown.text(output)), own(` ${verb} a secret`)];
    const value = JSON.stringify(member(change, 'after') ?? null);
    if (secrets.some(secret => value.includes(secret)))
      return [risk('secret-in-output', says('shows'), asSensitive)];
    return hasMark(member(change, 'after_unknown')) && isSecret(member(block, 'expression'), root, plan)
      ? [risk('secret-in-output', says('may show'), unseen, null, 'medium')]
      : [];
  });
}

/** The secrets of a plan, as an output may show them: in JSON, and encoded. */
function secretsOf({ changes, drift, configuration, variables }: Plan): readonly string[] {
  const states = [...changes, ...drift].filter(isOurs).flatMap(({ before, after }) => [before, after]);
  const values = states.flatMap(state => alwaysSecret.map(attribute => member(state, attribute)));
  return [...values, ...[...configuration.sensitiveVariables].map(name => variables.get(name))].flatMap(
    value =>
      typeof value === 'string' && value.length >= shortest
        ? [JSON.stringify(value).slice(1, -1), Buffer.from(value).toString('base64')]
        : [],
  );
}

/** A shorter value, such as `prod`, is in many texts. */
const shortest = 8;

/** True if an expression is made of a secret, also through arguments and outputs of modules. */
function isSecret(expression: Json, scope: Scope, plan: Plan): boolean {
  const { references, variables } = originOf(expression, scope);
  const { blocks, scopes, sensitiveVariables } = plan.configuration;
  return (
    variables.some(({ name }) => sensitiveVariables.has(name)) ||
    references.some(reference => {
      const [, owner = '', last = ''] = /^(.*)\.([^.]+)$/.exec(reference) ?? [];
      if (blocks.has(owner)) return alwaysSecret.some(attribute => attribute === last);
      const inner = scopes.find(({ prefix }) => prefix === `${owner}.`);
      return inner !== undefined && isSecret(member(member(inner.outputs, last), 'expression'), inner, plan);
    })
  );
}

/** A failed check fails no plan: Terraform warns of it. */
const failedChecks = ({ plan, shown }: Judging): readonly Risk[] =>
  listIn(member(plan.json, 'checks'))
    .filter(check => ['fail', 'error'].includes(textIn(member(check, 'status')) ?? ''))
    .map(check => {
      const address = shown.address(textIn(member(member(check, 'address'), 'to_display')) ?? 'unnamed');
      return risk('check-failed', () => [name(address), own(' fails')], 'The plan itself prints why.');
    });
