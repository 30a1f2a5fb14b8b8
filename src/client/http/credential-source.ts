/**
 * Returns the bearer credential for a request.
 * @param refused the credential that the platform has just refused (401): the source returns a newer one, or the
 * same one if there is no newer one
 */
export type CredentialSource = (refused?: string) => Promise<string>;
