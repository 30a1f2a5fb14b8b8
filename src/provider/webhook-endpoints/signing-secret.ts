/** The signing secret in a configuration or a state: stored, or write-only with a version. */
export interface SigningSecret {
  readonly secret?: string | undefined;
  readonly secret_wo?: string | undefined;
  readonly secret_wo_version?: number | undefined;
}

/**
 * Returns the secret that an update must send: a new one, or the write-only one with a new version. With
 * `ignore_changes = [secret]` a plan has both, and `secret` is the previous one.
 */
export function changedSecret(prior: SigningSecret, planned: SigningSecret): string | undefined {
  if (planned.secret !== undefined && planned.secret !== prior.secret) return planned.secret;
  return planned.secret_wo_version === prior.secret_wo_version ? undefined : planned.secret_wo;
}

/** True if an apply may send a secret that the receiver does not have yet. An unknown value may be such a secret. */
export function isSecretChanging(
  prior: SigningSecret,
  planned: SigningSecret,
  isKnown: (attribute: keyof SigningSecret) => boolean,
): boolean {
  if (!isKnown('secret') || !isKnown('secret_wo_version')) return true;
  if (planned.secret !== undefined && planned.secret !== prior.secret) return true;
  const isVersionNew =
    planned.secret_wo_version !== undefined && planned.secret_wo_version !== prior.secret_wo_version;
  const isGiven = planned.secret === undefined || planned.secret_wo !== undefined || !isKnown('secret_wo');
  return isVersionNew && isGiven;
}

/** True if there is a version without a secret: raising it sends nothing. */
export function isUnaccompanied({ secret, secret_wo, secret_wo_version }: SigningSecret): boolean {
  return secret_wo_version !== undefined && (secret ?? secret_wo) === undefined;
}

export const versionWithoutSecret = [
  'secret_wo_version without secret_wo',
  'secret_wo_version changes, but there is no secret_wo to send. Give both, or keep the version.',
] as const;
