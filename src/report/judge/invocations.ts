import { shownHost } from '../../risks/host';
import { name, own, value } from '../phrase';
import type { Invocation } from '../plan/invocation';
import { member } from '../plan/json';
import type { Plan } from '../plan/plan';
import { hasMark, isOurs, type Typed } from '../plan/planned-object';
import { FoundRisk } from './found';
import type { Judging } from './judging';

/** Returns a risk for each action of this provider that the apply invokes. */
export function invocationRisks(judging: Judging): readonly FoundRisk[] {
  const ours = judging.plan.invocations.filter(isOurs);
  if (ours.length === 0) return [];
  const hosts = endpointHosts(judging.plan);
  return ours.map(invocation => {
    const { address, trigger, values } = invocation;
    const host = isVisible(invocation, 'url') ? shownHost(member(values, 'url')) : undefined;
    const isEndpoint = host !== undefined && hosts.has(host);
    const { shown } = judging;
    const render = () => [
      name(shown.address(address)),
      own(' is invoked '),
      ...(trigger === undefined
        ? [own('by -invoke')]
        : [value(shown.text(trigger.event)), own(' of '), value(shown.address(trigger.address))]),
      own(' and sends events to '),
      ...(host === undefined ? [own('a host that the plan does not show')] : [value(shown.host(host))]),
    ];
    const detail = isEndpoint
      ? ''
      : 'No endpoint of this plan has this host. Check that the receiver is yours.';
    return new FoundRisk('action-invoked', address, render, detail, isEndpoint ? 'low' : 'medium');
  });
}

function endpointHosts({ changes, prior }: Plan): ReadonlySet<string | undefined> {
  const isEndpoint = ({ type }: Typed) => type === 'svc_webhook_endpoint';
  const changing = changes.filter(isEndpoint).flatMap(({ before, after }) => [before, after]);
  const values = [...changing, ...prior.filter(isEndpoint).map(({ before }) => before)];
  return new Set(values.map(one => shownHost(member(one, 'url'))));
}

const isVisible = ({ sensitive, unknown }: Invocation, argument: string) =>
  !hasMark(member(sensitive, argument)) && !hasMark(member(unknown, argument));
