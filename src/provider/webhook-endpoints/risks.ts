import { type SigningSecret, secretFinding } from '../../risks/signing-secret';
import { receiverOf } from './receiver';

export type Risk = [summary: string, detail: string];

export function degraded(id: string, url: string): Risk {
  return [
    `Webhook endpoint ${id} is degraded`,
    `The platform gave up delivering to ${receiverOf(url)} and sends it nothing more. Repair the receiver. ` +
      'After that only a new registration is active again: on_degraded = "replace" (with cdktf ' +
      'onDegraded: "replace") plans one. By hand, with Terraform, or with cdktf in cdktf.out/stacks/STACK:\n\n' +
      '    terraform apply -replace=ADDRESS',
  ];
}

/** @param why such as `It is degraded, and …` */
export function replacement(id: string, url: string, why: string): Risk {
  return [
    `Webhook endpoint ${id} is replaced`,
    `It delivers to ${receiverOf(url)}. ${why} Applying makes a new registration in place of this one: its id changes, and ` +
      'events of the time between are not delivered. Whatever refers to the id by hand has to follow.',
  ];
}

export const isDegraded = 'It is degraded, and on_degraded = "replace" asks for a new registration.';

/** Returns the warnings of a plan about the secret of an endpoint that is not replaced. */
export function secretRisks(
  prior: SigningSecret & { readonly id: string },
  planned: SigningSecret,
  isKnown: (attribute: 'secret' | 'secret_wo_version') => boolean,
): readonly Risk[] {
  const finding = secretFinding(prior, planned, isKnown);
  return finding === undefined ? [] : [ofSecret[finding.how](prior.id)];
}

function leftSecret(id: string): Risk {
  return [
    `Secret of webhook endpoint ${id} is forgotten`,
    'The configuration has no secret any more. Applying drops what the state has of it; the platform goes on signing with it.',
  ];
}

const receivers = 'The receivers must have it at the same time, or they will refuse every delivery.';

const setSecret = (id: string): Risk => [
  `Secret of webhook endpoint ${id} is set`,
  `The state has no secret of this endpoint, and the platform never shows the one it has. Applying sets it to the configured one. ${receivers}`,
];

const newSecret = (id: string): Risk => [
  `Secret of webhook endpoint ${id} changes`,
  `Applying sends a new signing secret to a live endpoint. ${receivers}`,
];

const ofSecret = { changed: newSecret, set: setSecret, forgotten: leftSecret };
