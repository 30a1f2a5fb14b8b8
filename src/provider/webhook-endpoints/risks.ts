import { printable } from '../../client';
import type { SigningSecret } from './signing-secret';

type Risk = [summary: string, detail: string];

export function degraded(id: string, url: string): Risk {
  return [
    `Webhook endpoint ${id} is degraded`,
    `The platform gave up delivering to ${printable(url)} and sends it nothing more. Repair the receiver; then only a new ` +
      'registration is active again: set on_degraded = "replace", or run terraform apply -replace=ADDRESS.',
  ];
}

export function replacement(id: string): Risk {
  return [
    `Webhook endpoint ${id} is replaced`,
    'Applying deletes this registration and makes a new one: its id changes, and events of the time between are ' +
      'not delivered. Whatever refers to the id by hand has to follow.',
  ];
}

/** A state without any secret is that of an import: what the platform holds cannot be known. */
export function newSecret(prior: SigningSecret & { readonly id: string }): Risk {
  const isImported = prior.secret === undefined && prior.secret_wo_version === undefined;
  const receivers = 'The receivers must have it at the same time, or they will refuse every delivery.';
  return isImported
    ? [
        `Secret of webhook endpoint ${prior.id} is set`,
        `The endpoint was imported, and the platform never shows the secret it has. Applying sets it to the configured one. ${receivers}`,
      ]
    : [
        `Secret of webhook endpoint ${prior.id} changes`,
        `Applying sends a new signing secret to a live endpoint. ${receivers}`,
      ];
}
