import { shownHost } from '../../risks/host';
import { name, own, value } from '../phrase';
import { listIn, member, textIn } from '../plan/json';
import type { Invocation, Plan } from '../plan/plan';
import { hasMark, isOurs } from '../plan/planned-object';
import { FoundRisk } from './found';
import type { Judging } from './judging';

/** Returns a risk for each action of this provider that the apply invokes. */
export function invocationRisks({ plan, shown }: Judging): readonly FoundRisk[] {
  const ours = plan.invocations.filter(isOurs);
  if (ours.length === 0) return [];
  const hosts = endpointHosts(plan);
  return ours.map(invocation => {
    const { address, trigger, values } = invocation;
    const host = isVisible(invocation, 'url') ? shownHost(member(values, 'url')) : undefined;
    const isEndpoint = host !== undefined && hosts.has(host);
    const parts = () => [
      name(shown.address(address)),
      own(' is invoked '),
      ...(trigger === undefined
        ? [own('by -invoke')]
        : [value(shown.text(trigger.event)), own(' of '), value(shown.address(trigger.address))]),
      own(' and sends events to '),
      host === undefined ? own('a host that the plan does not show') : value(shown.host(host)),
    ];
    const detail = isEndpoint
      ? ''
      : 'No endpoint of this plan has this host. Check that the receiver is yours.';
    return new FoundRisk('action-invoked', address, parts, detail, isEndpoint ? 'low' : 'medium');
  });
}

function endpointHosts({ changes, prior }: Plan): ReadonlySet<string | undefined> {
  const endpoints = [...changes, ...prior].filter(({ type }) => type === 'svc_webhook_endpoint');
  const values = endpoints.flatMap(({ before, after }) => [before, after]);
  return new Set(values.map(one => shownHost(member(one, 'url'))));
}

const isVisible = ({ sensitive, unknown }: Invocation, argument: string) =>
  !hasMark(member(sensitive, argument)) && !hasMark(member(unknown, argument));

/** A failed check fails no plan: Terraform warns of it. */
export const failedChecks = ({ plan, shown }: Judging): readonly FoundRisk[] =>
  listIn(member(plan.json, 'checks'))
    .filter(check => ['fail', 'error'].includes(textIn(member(check, 'status')) ?? ''))
    .map(check => {
      const address = textIn(member(member(check, 'address'), 'to_display')) ?? 'unnamed';
      const parts = () => [name(shown.address(address)), own(' fails')];
      return new FoundRisk('check-failed', address, parts, 'The plan itself prints why.');
    });
