import { type RiskName, severityOf } from '../../risks/names';
import type { Risk } from '../model';
import { Needles } from '../needles';
import { name, own, phrase } from '../phrase';
import type { Scope } from '../plan/configuration';
import { type Json, listIn, member, objectIn, textIn } from '../plan/json';
import { originOf } from '../plan/origin';
import type { Plan } from '../plan/plan';
import { isOurs } from '../plan/planned-object';
import { alwaysSecret } from '../plan/sensitive-values';
import type { Judging } from './judging';

/** Risks that belong to no object: outputs that show a secret, and failed checks. */
export const planRisks = (judging: Judging): readonly Risk[] => [
  ...shownSecrets(judging),
  ...failedChecks(judging),
];

const risk = (of: RiskName, before: string, named: string, after: string, detail: string): Risk => ({
  name: of,
  severity: severityOf[of],
  object: null,
  sentence: phrase(() => [own(before), name(named), own(after)]),
  detail,
});

const asSensitive =
  'Everybody who can read the state or the log of a run has it. Mark the output as sensitive, without nonsensitive().';

/** Terraform demands the mark for outputs of the root module, unless `nonsensitive` takes the mark of the value away. */
function shownSecrets({ plan, shown }: Judging): readonly Risk[] {
  const [root] = plan.configuration.scopes;
  const secrets = secretsOf(plan);
  return Object.entries(objectIn(root?.outputs)).flatMap(([output, block]) => {
    const change = member(member(member(plan.json, 'output_changes'), output), 'after');
    const isHidden = ['sensitive', 'ephemeral'].some(mark => member(block, mark) === true);
    // Such an output says something about a secret, such as its length.
    if (root === undefined || isHidden || typeof change === 'boolean' || typeof change === 'number')
      return [];
    const isShown =
      secrets.areIn(JSON.stringify(change ?? null)) || isSecret(member(block, 'expression'), root, plan);
    return isShown
      ? [risk('secret-in-output', 'output ', shown.text(output), ' shows a secret', asSensitive)]
      : [];
  });
}

function secretsOf({ changes, drift, configuration, variables }: Plan): Needles {
  const secrets = new Needles();
  const states = [...changes, ...drift].filter(isOurs).flatMap(({ before, after }) => [before, after]);
  const values = states.flatMap(state => alwaysSecret.map(attribute => member(state, attribute)));
  for (const value of [...values, ...[...configuration.sensitiveVariables].map(of => variables.get(of))])
    if (typeof value === 'string' && value.length >= shortest)
      secrets.add(JSON.stringify(value).slice(1, -1));
  return secrets;
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
      if (alwaysSecret.some(attribute => attribute === last)) return blocks.has(owner);
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
      return risk('check-failed', '', address, ' fails', 'The plan itself prints why.');
    });
