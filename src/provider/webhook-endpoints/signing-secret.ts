import type { PrivateNotes, Warn } from '../../plugin/define/context';
import type { SigningSecret } from '../../risks/webhook-endpoint';

/** Private note: an update sends a secret. It stays until an update or a create has succeeded. */
const sent = 'secret_sent';

export function noteSecretSent(notes: PrivateNotes, isSent: boolean): void {
  notes.set(sent, isSent ? 'yes' : undefined);
}

/** True if an earlier apply has sent a secret and failed: the platform may sign with it. */
const isInDoubt = (notes: PrivateNotes): boolean => notes.get(sent) !== undefined;

/**
 * Returns the secret that an update must send: a new one, or the write-only one with a new version or in place of a
 * `secret`. With `ignore_changes = [secret]` a plan has both, and `secret` is the previous one.
 */
export function changedSecret(prior: SigningSecret, planned: SigningSecret): string | undefined {
  if (planned.secret !== undefined && planned.secret !== prior.secret) return planned.secret;
  const takesOver = prior.secret !== undefined && planned.secret === undefined;
  const isSameVersion = planned.secret_wo_version === prior.secret_wo_version;
  return isSameVersion && !takesOver ? undefined : planned.secret_wo;
}

/** Returns the secret that an update must send. After an apply that failed, it is the configured one, changed or not. */
export function secretToSend(
  prior: SigningSecret,
  planned: SigningSecret,
  notes: PrivateNotes,
): string | undefined {
  // With both, `secret` is one that is ignored.
  const again = isInDoubt(notes) ? (planned.secret_wo ?? planned.secret) : undefined;
  return changedSecret(prior, planned) ?? again;
}

interface Planning {
  readonly notes: PrivateNotes;
  readonly warn: Warn;
  readonly isKnown: (name: 'secret' | 'secret_wo') => boolean;
  readonly recompute: (name: 'status') => void;
  /** False if the platform lacks updates: it has then taken no secret. */
  readonly isChangeable: boolean;
}

/**
 * Notes that this plan sends a secret. After an apply that has sent one and failed, it plans an update that sends the configured
 * one, although state and configuration agree: they say nothing about the platform.
 */
export function planSecret(
  prior: SigningSecret & { readonly id: string },
  planned: SigningSecret,
  { notes, warn, isKnown, recompute, isChangeable }: Planning,
): void {
  const isNew = changedSecret(prior, planned) !== undefined;
  const isDue = isChangeable && isInDoubt(notes);
  noteSecretSent(notes, isNew || isDue);
  if (isNew || !isDue) return;
  const isUnknown = !isKnown('secret') || !isKnown('secret_wo');
  const isGiven = isUnknown || (planned.secret_wo ?? planned.secret) !== undefined;
  // Something has to differ, or Terraform plans no update.
  if (isGiven) recompute('status');
  const then = isGiven
    ? 'Applying sends the configured one again.'
    : 'The configuration has none to send. Give secret, or secret_wo with its version.';
  warn(
    `Webhook endpoint ${prior.id} may sign with another secret`,
    `An earlier apply sent a new signing secret and failed. No request can tell which one the platform has. ${then}`,
  );
}

/** True if there is a version without a secret: raising it sends nothing. */
export function isUnaccompanied({ secret, secret_wo, secret_wo_version }: SigningSecret): boolean {
  return secret_wo_version !== undefined && (secret ?? secret_wo) === undefined;
}

export const versionWithoutSecret = [
  'secret_wo_version without secret_wo',
  'secret_wo_version changes, but there is no secret_wo to send. Give both, or keep the version.',
] as const;
