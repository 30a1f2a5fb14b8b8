import type { PrivateNotes, Warn } from '../../plugin/define/context';
import type { Warning } from '../../plugin/define/definition';
import { type SigningSecret, sendsWriteOnly } from '../../risks/webhook-endpoint';
import { noted } from '../notes';

/** Returns the secret that an update must send. With `ignore_changes = [secret]` a plan has both, and `secret` is the previous one. */
function changedSecret(prior: SigningSecret, planned: SigningSecret): string | undefined {
  if (planned.secret !== undefined && planned.secret !== prior.secret) return planned.secret;
  return sendsWriteOnly(prior, planned) ? planned.secret_wo : undefined;
}

/** The same, or any secret that is given if an earlier apply has sent one and failed. */
export function secretToSend(prior: SigningSecret, planned: SigningSecret, notes: PrivateNotes) {
  const again = noted.secretSent.read(notes) && (planned.secret_wo ?? planned.secret);
  return changedSecret(prior, planned) ?? again;
}

interface Planning {
  readonly notes: PrivateNotes;
  readonly warn: Warn;
  readonly isKnown: (name: 'secret' | 'secret_wo') => boolean;
  readonly recompute: (name: 'status') => void;
}

/**
 * Notes a secret that the plan sends. If an earlier apply has sent one and failed, nobody knows which one the platform has:
 * the plan sends the configured one, although it equals the state's.
 */
export function planSecret(
  prior: SigningSecret & { readonly id: string },
  planned: SigningSecret,
  { notes, warn, isKnown, recompute }: Planning,
): void {
  const isNew = changedSecret(prior, planned) !== undefined;
  const hasFailed = noted.secretSent.read(notes) === true;
  if (isNew) noted.secretSent.write(notes, true);
  if (!hasFailed) return;
  const isGiven = secretToSend(prior, planned, notes) || !isKnown('secret') || !isKnown('secret_wo');
  // Terraform plans an update only if something differs. A version that is unknown now may turn out to be no new one.
  if (isGiven) recompute('status');
  if (isNew) return;
  warn(
    `Webhook endpoint ${prior.id} may sign with another secret`,
    'An earlier apply sent a new signing secret and failed. No request can tell which one the platform has. ' +
      (isGiven ? 'Applying sends the configured one.' : 'The configuration has none to send. Give one.'),
  );
}

/** Warning of a plan that sends such a secret. It names no endpoint, so Terraform folds those of all endpoints into one. */
export const spaceAtEnd: Warning = [
  'Signing secret ends with a line break or a blank',
  'The platform signs with that character, too. A receiver that reads its secret without it refuses every delivery. To ' +
    'leave it out, write trimspace(file("secret.txt")) instead of file("secret.txt").',
];

/** Raising a version without a secret sends nothing. */
export const versionWithoutSecret = [
  'secret_wo_version without secret_wo',
  'secret_wo_version changes, but there is no secret_wo to send. Give both, or keep the version.',
] as const;
