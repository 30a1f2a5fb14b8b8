import { printable } from '../../client';
import { knownStatuses } from '../../client/contract/catalogue';
import type { Warning } from '../../plugin/define/definition';
import { receiverOf } from './receiver';

export function degraded(id: string, url: string): Warning {
  return [
    `Webhook endpoint ${id} is degraded`,
    `The platform gave up delivering to ${receiverOf(url)} and sends it nothing more. Repair the ` +
      'receiver, then register the endpoint anew: only a new registration is active. on_degraded = ' +
      '"replace" (with cdktf onDegraded: "replace") plans a new registration after a refresh. To plan one by hand, run ' +
      'this with Terraform, or with cdktf in cdktf.out/stacks/STACK:\n\n    terraform apply ' +
      '-replace=ADDRESS',
  ];
}

/** Returns a warning of a status that the document does not name. The state shows it from then on, so it comes once. */
export function unknownStatus(
  id: string,
  status: string | undefined,
  stored: string | undefined,
): readonly Warning[] {
  if (status === undefined || status === stored || knownStatuses.includes(status)) return [];
  const detail =
    `The platform's document names only ${knownStatuses.join(' and ')}, so nobody here can tell whether the endpoint ` +
    'still gets deliveries. Look at it on the platform. This warning comes once for each new status.';
  return [[`Webhook endpoint ${id} has the unknown status "${printable(status)}"`, detail]];
}
