import { InvalidOption } from '../client/contract/invalid-option';

/** Command line names of the client's options. */
const flags = new Map([
  ['baseUrl', '--base-url (or SVC_BASE_URL)'],
  ['authUrl', '--auth-url (or SVC_AUTH_URL)'],
  ['clientId', '--client-id (or SVC_CLIENT_ID)'],
]);

/** Replaces the option's name in an error by the name of the flag. @throws {InvalidOption} */
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
