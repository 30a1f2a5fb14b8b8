import { name, own } from '../phrase';
import { listIn, member, textIn } from '../plan/json';
import { FoundRisk } from './found';
import type { Judging } from './judging';

/** A failed check fails no plan: Terraform warns of it. */
export const failedChecks = ({ plan, shown }: Judging): readonly FoundRisk[] =>
  listIn(member(plan.json, 'checks'))
    .filter(check => ['fail', 'error'].includes(textIn(member(check, 'status')) ?? ''))
    .map(check => {
      const address = textIn(member(member(check, 'address'), 'to_display')) ?? 'unnamed';
      const render = () => [name(shown.address(address)), own(' fails')];
      return new FoundRisk('check-failed', address, render, 'The plan itself prints why.');
    });
