import { expect, it } from 'vitest';
import { withFlagNames } from '../../../src/cli/flag-names';
import { InvalidOption, systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';

it.each([
  [
    { authUrl: 'http://auth.example.com', clientId: 'a' },
    /^--auth-url \(or SVC_AUTH_URL\) is refused: The URL must use https/,
  ],
  [{ authUrl: 'https://auth.example.com', clientId: 'a b' }, /^--client-id \(or SVC_CLIENT_ID\) is not/],
])('a value that the client refuses is reported under the name of its flag: %j', async (options, saying) => {
  const act = async () => createAuthorizationServer(options, systemClock);
  await expect(withFlagNames(act)).rejects.toThrow(saying);
});

it('other failures and results pass', async () => {
  const failure = new InvalidOption('credentials.json', 'cannot be read');
  await expect(withFlagNames(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(await withFlagNames(() => Promise.resolve(7))).toBe(7);
});
