/**
 * Gives the bearer credential of a request. Asked with the credential that the platform has just refused (401), it
 * gives a newer one, or the same again when there is none.
 */
export type CredentialSource = (refused?: string) => Promise<string>;

/** An API key: there is never a newer one. */
export function fixedCredential(key: string): CredentialSource {
  return () => Promise.resolve(key);
}
