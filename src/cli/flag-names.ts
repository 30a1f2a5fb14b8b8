import { InvalidOption } from '../client';

/** What the command line calls the client's options. */
const flags = new Map([
  ['authUrl', '--auth-url (or SVC_AUTH_URL)'],
  ['clientId', '--client-id (or SVC_CLIENT_ID)'],
  ['extraCertificates', 'NODE_EXTRA_CA_CERTS'],
]);

/** @throws {InvalidOption} by the name that the person at the command line knows */
export async function withFlagNames<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    const flag = error instanceof InvalidOption ? flags.get(error.option) : undefined;
    throw error instanceof InvalidOption && flag !== undefined
      ? new InvalidOption(flag, error.problem)
      : error;
  }
}
