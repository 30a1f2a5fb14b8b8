import type { SigningSecret } from '../../risks/webhook-endpoint';

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

/** True if there is a version without a secret: raising it sends nothing. */
export function isUnaccompanied({ secret, secret_wo, secret_wo_version }: SigningSecret): boolean {
  return secret_wo_version !== undefined && (secret ?? secret_wo) === undefined;
}

export const versionWithoutSecret = [
  'secret_wo_version without secret_wo',
  'secret_wo_version changes, but there is no secret_wo to send. Give both, or keep the version.',
] as const;
