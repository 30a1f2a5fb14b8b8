import { name, own } from '../phrase';
import { listIn, member, textIn } from '../plan/json';
import { FoundRisk } from './found';
import { invocationRisks } from './invocations';
import type { Judging } from './judging';
import { OwnSecrets } from './own-secrets';
import { shownSecrets } from './shown-secrets';

/** Risks of the plan as a whole: what shows a secret, actions, and failed checks. */
export function planRisks(judging: Judging): readonly FoundRisk[] {
  const secrets = new OwnSecrets(judging.plan);
  return [...shownSecrets(judging, secrets), ...invocationRisks(judging, secrets), ...failedChecks(judging)];
}

/** A failed check fails no plan: Terraform warns of it. */
const failedChecks = ({ plan, shown }: Judging): readonly FoundRisk[] =>
  listIn(member(plan.json, 'checks'))
    .filter(check => ['fail', 'error'].includes(textIn(member(check, 'status')) ?? ''))
    .map(check => {
      const address = textIn(member(member(check, 'address'), 'to_display')) ?? 'unnamed';
      const render = () => [name(shown.address(address)), own(' fails')];
      return new FoundRisk('check-failed', address, render, 'The plan itself prints why.');
    });
