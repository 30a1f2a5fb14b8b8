import type { Facts } from '../../client';
import { saidBy } from '../../client/errors/failed-call';

type Denied = Facts['Forbidden'];

/** The summary of a 403. */
export function lackOfPermission(denied: Denied): string {
  if (denied.credential === 'API key') return 'API key lacks permission';
  return scopeOf(denied) === undefined ? 'A login cannot manage API keys' : 'Login lacks permission';
}

/** What to do after a 403. */
export function wayToPermission(denied: Denied): string {
  if (denied.credential === 'API key') return wayOfKey(denied);
  return scopeOf(denied) === undefined
    ? 'Remove `oauth` from the provider block and set SVC_API_KEY to an unrestricted key. If people run this project with a ' +
        'login, keep API keys in a separate stack that runs with such a key. The state is kept as it was.'
    : 'Log in again with that scope and the others: `--scope` takes all of them, separated by spaces. The state is kept as it ' +
        'was. This command shows the scopes of the login:\n\n    npx --no cdktf-provider-svc whoami';
}

function wayOfKey(denied: Denied): string {
  const key = scopeOf(denied) === undefined ? 'an unrestricted key' : 'a key with that scope';
  // A platform also refuses by 403 what no scope allows, such as an address that did not pass its test.
  const isExplained = denied.missingScope === undefined && saidBy(denied) !== '';
  const orElse = isExplained ? ', or change what the platform names if it refuses for another reason' : '';
  return `Set SVC_API_KEY to ${key}${orElse}. The state is kept as it was.`;
}

const scopeOf = ({ missingScope, usualScope }: Denied) => missingScope ?? usualScope;
