import { type SigningSecret, secretFinding } from '../../risks/signing-secret';
import { receiverOf } from './receiver';

export type Risk = [summary: string, detail: string];

export function degraded(id: string, url: string): Risk {
  return [
    `Webhook endpoint ${id} is degraded`,
    `The platform gave up delivering to ${receiverOf(url)} and sends it nothing more. Repair the ` +
      'receiver, then register the endpoint anew: only a new registration is active. on_degraded = ' +
      '"replace" (with cdktf onDegraded: "replace") plans a new registration. To plan one by hand, run ' +
      'this with Terraform, or with cdktf in cdktf.out/stacks/STACK:\n\n    terraform apply ' +
      '-replace=ADDRESS',
  ];
}

/** @param why such as `It is degraded, and …` */
export function replacement(id: string, url: string, why: string): Risk {
  return [
    `Webhook endpoint ${id} is replaced`,
    `It delivers to ${receiverOf(url)}. ${why} Applying registers a new endpoint in its place. The ` +
      'id changes, and events of the time between are not delivered. Update every place where the id ' +
      'is written by hand.',
  ];
}

export const isDegraded = 'It is degraded, and on_degraded = "replace" requires a new registration.';

/** Returns the warnings of a plan about the secret of an endpoint that is not replaced. */
export function secretRisks(
  prior: SigningSecret & { readonly id: string },
  planned: SigningSecret,
  isKnown: (attribute: keyof SigningSecret) => boolean,
): readonly Risk[] {
  const finding = secretFinding(prior, planned, isKnown);
  return finding === undefined ? [] : [ofSecret[finding.how](prior.id)];
}

function leftSecret(id: string): Risk {
  return [
    `Secret of webhook endpoint ${id} leaves the state`,
    'The configuration no longer contains a secret. Applying removes it from the state. The platform ' +
      'continues to sign with it.',
  ];
}

const receivers = 'The receivers must get it at the same time. Otherwise they refuse every delivery.';

const setSecret = (id: string): Risk => [
  `Secret of webhook endpoint ${id} is set`,
  'The state has no secret of this endpoint, and the platform never shows its own. Applying sets ' +
    `the secret of the configuration. ${receivers}`,
];

const newSecret = (id: string): Risk => [
  `Secret of webhook endpoint ${id} changes`,
  `Applying sends a new signing secret to a live endpoint. ${receivers}`,
];

const ofSecret = { changed: newSecret, set: setSecret, forgotten: leftSecret };
