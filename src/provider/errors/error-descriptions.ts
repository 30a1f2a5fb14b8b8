import { type ErrorKind, type Facts, isAnswered } from '../../client';
import { contract } from '../../client/contract/operations';
import { isLoopback } from '../../constructs/addresses/address';
import { ifListsAreWhole, startSandbox } from './advice';
import { lackOfPermission, wayToPermission } from './permission';

/** A text for the user, or how to make it. */
type Words<Kind extends ErrorKind> = string | ((facts: Facts[Kind]) => string);

const askDoctor = 'run `npx --no cdktf-provider-svc doctor --probe` (Python: without `npx --no`)';
const pace = 'To stay within the platform’s limit, set requests_per_second in the provider block below it.';
const statusPage =
  'This is a fault of the platform. Run the command again later. If it fails again, report it to the platform.';
const addressOfApi = 'Check base_url: it should be the address of the API itself.';

/** For each kind of error about five words, and what the user does next. */
export const errorDescriptions: {
  readonly [Kind in ErrorKind]: readonly [summary: Words<Kind>, next: Words<Kind>];
} = {
  Unreachable: [
    'Platform is unreachable',
    ({ address, code }) =>
      code === 'ECONNREFUSED' && isLoopback(address.replace(/:\d+$/, ''))
        ? `If a sandbox should answer there, start it. This command (Python: without \`npx --no\`) also sets its variables:${startSandbox}`
        : 'Check base_url (or SVC_BASE_URL), the network, and any proxy (HTTPS_PROXY, NO_PROXY) or firewall between here ' +
          'and there. The certificate of a private authority belongs into a file that NODE_EXTRA_CA_CERTS names.',
  ],
  NoApi: [
    'No API at this address',
    ({ operation }) =>
      `Check base_url (or SVC_BASE_URL): base_url is the address without /${contract[operation].path.split('/')[1]}, such ` +
      'as https://api.example.com. The state is kept as it was.',
  ],
  Unauthorized: [
    'API key not accepted',
    'Check `api_key` (or SVC_API_KEY): it may be revoked, or belong to the other environment (svc_live_ or ' +
      'svc_test_). With oauth, log in again.',
  ],
  LoginRequired: [
    'Login needed',
    '(Python: without `npx --no`.) After that, run this command again. In CI, where nobody can log in, use an API key: SVC_API_KEY.',
  ],
  LoginRefused: [
    'Authorization server refused',
    'Check oauth.auth_url (or SVC_AUTH_URL) and oauth.client_id (or SVC_CLIENT_ID).',
  ],
  Forbidden: [lackOfPermission, wayToPermission],
  ForbiddenOrGone: [
    'Object refused, or deleted',
    'If all that the block holds is gone:\n\n    terraform state rm ADDRESS',
  ],
  RefusedInFront: ['Refused before the platform', 'Check base_url, and any firewall or proxy before it.'],
  RateLimited: [
    'Platform limits the rate',
    ({ pauseMilliseconds }) =>
      pauseMilliseconds === undefined
        ? `Run the command again later. ${pace}`
        : `Run the command again after that time. ${pace}`,
  ],
  TimedOut: [
    'Platform did not answer',
    'Run the command again. If the platform is known to be slow, raise request_timeout.',
  ],
  ConnectionLost: ['Connection to platform lost', 'Change nothing, and run the command again later.'],
  Ambiguous: [
    'Outcome of create unknown',
    facts =>
      isAnswered(facts)
        ? 'The object probably exists on the platform without being in the state. Each further apply may create one ' +
          `more. To see how the platform differs, ${askDoctor}, and look for the object there.`
        : 'The object may exist on the platform without being in the state. Plan again: the plan names what exists already.',
  ],
  Cancelled: ['Cancelled', 'Run the command again to finish what is left.'],
  Unsupported: ['Operation not offered', doWithout],
  Unobservable: ['Object cannot be read', 'The platform offers no way to read it.'],
  NotFound: [
    'Object not found',
    ({ id }) =>
      id === undefined
        ? `${addressOfApi} The state is kept as it was.`
        : 'It was deleted, or api_key (SVC_API_KEY) is of another account. Plan again with the key of its account: if it was ' +
          'deleted, that plan creates it anew.',
  ],
  Conflict: [
    'Conflict on the platform',
    'Mend what the platform names. If it was busy with another operation, apply again: with -parallelism=1 if it takes ' +
      'one request at a time.',
  ],
  Invalid: [
    'Platform refused the request',
    'Correct what it names in the configuration. If that is not there, report it to the platform.',
  ],
  Redirected: ['Platform answered with redirect', addressOfApi],
  MalformedResponse: [
    'Answer not understood',
    ({ operation }) =>
      isOfLogin(operation)
        ? 'Check oauth.auth_url (or SVC_AUTH_URL). If it is right, report this to those who run the authorization server.'
        : `Check that base_url is the address of the API. If it is, ${askDoctor} to see how the platform differs.`,
  ],
  StillShown: ['Accepted, still shown', 'The state keeps it. Apply again later.'],
  EndlessList: ['List does not end', statusPage],
  EndUnknown: ['End of list unknown', ifListsAreWhole],
  ServerError: ['Platform failed', statusPage],
};

/** Returns the setting of the provider at fault if it cannot be configured. The platform's rate limit is not a setting. */
export function settingAtFault(kind: ErrorKind, operation: string): string | undefined {
  if (kind === 'RateLimited') return undefined;
  if (kind === 'Unauthorized') return 'api_key';
  return isOfLogin(operation) ? 'oauth' : 'base_url';
}

/** True for a call to the authorization server. */
const isOfLogin = (operation: string) => operation.startsWith('oauth.');

/** Returns the advice about an operation that the platform lacks. Documented operations must exist. */
function doWithout({ operation, declared }: Facts['Unsupported']): string {
  if (contract[operation].source === 'documented')
    return 'The platform’s document shows this operation. Check that base_url is the address of the API.';
  return declared
    ? 'unavailable_operations in the provider block names it. If the platform offers it now, remove it there.'
    : 'If the platform really lacks it, name it in the provider block. The provider then works without ' +
        `it: unavailable_operations = ["${operation}"].`;
}
