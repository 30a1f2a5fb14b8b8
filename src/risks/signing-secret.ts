/** The signing secret in a configuration or a state: stored, or write-only with a version. */
export interface SigningSecret {
  readonly secret?: string | undefined;
  readonly secret_wo?: string | undefined;
  readonly secret_wo_version?: number | undefined;
}

type IsKnown = (attribute: keyof SigningSecret) => boolean;

export interface SecretFinding {
  readonly risk: 'secret-changed';
  /** `set`: the secret that the endpoint has now is unknown. `forgotten`: the platform keeps it. */
  readonly how: 'changed' | 'set' | 'forgotten';
}

/** Returns what an update of an endpoint does to its secret. */
export function secretFinding(
  prior: SigningSecret,
  planned: SigningSecret,
  isKnown: IsKnown,
): SecretFinding | undefined {
  // A state without any secret is imported, or its configuration had none: the platform's secret is unknown then.
  if (isSecretChanging(prior, planned, isKnown))
    return { risk: 'secret-changed', how: hasSecret(prior) ? 'changed' : 'set' };
  return hasSecret(prior) && !hasSecret(planned) ? { risk: 'secret-changed', how: 'forgotten' } : undefined;
}

const hasSecret = ({ secret, secret_wo_version }: SigningSecret) =>
  (secret ?? secret_wo_version) !== undefined;

/** True if an apply may send a secret that the receiver does not have yet. An unknown value may be such a secret. */
function isSecretChanging(prior: SigningSecret, planned: SigningSecret, isKnown: IsKnown): boolean {
  if (!isKnown('secret') || !isKnown('secret_wo_version')) return true;
  if (planned.secret !== undefined && planned.secret !== prior.secret) return true;
  const isVersionNew =
    planned.secret_wo_version !== undefined && planned.secret_wo_version !== prior.secret_wo_version;
  const isGiven = planned.secret === undefined || planned.secret_wo !== undefined || !isKnown('secret_wo');
  return isVersionNew && isGiven;
}
