import type { Warning } from '../risk-warnings';
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
