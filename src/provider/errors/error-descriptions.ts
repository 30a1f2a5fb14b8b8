import { isLoopback } from '../../client/contract/base-url';
import { operationOf } from '../../client/contract/operations';
import {
  Ambiguous,
  Cancelled,
  Conflict,
  ConnectionLost,
  EndlessList,
  EndUnknown,
  Forbidden,
  ForbiddenOrGone,
  Invalid,
  InvalidOption,
  LoginRefused,
  LoginRequired,
  MalformedResponse,
  NoApi,
  NotFound,
  RateLimited,
  Redirected,
  RefusedInFront,
  ServerError,
  StillShown,
  TimedOut,
  Unauthorized,
  Unobservable,
  Unreachable,
  Unsupported,
} from '../../client/errors';
import { MistypedValue } from '../../plugin/values/from-plain';
import { JournalOfOthers } from '../creation/journal/journal';
import { LeftoverUnreadable, LookAlikeRefused } from '../creation/messages';
import { ifListsAreWhole } from './list-end';
import { lackOfPermission, wayToPermission } from './permission';
import { startSandbox } from './start-sandbox';

/** A text for the user, or how to make it. */
type Explanation = string | ((error: Error) => string);

const tryAgain = 'Change nothing, and run the command again later.';
const pace = 'To stay within the platform’s limit, set requests_per_second in the provider block below it.';
const statusPage =
  'This is a fault of the platform. Run the command again later. If it fails again, report it to ' +
  'the platform.';

/** About five words for each error, and what the user does next. The first matching class applies. */
export const errorDescriptions: readonly (readonly [
  type: abstract new (...parameters: never[]) => Error,
  summary: Explanation,
  next: Explanation,
])[] = [
  [
    Unreachable,
    'Platform is unreachable',
    error =>
      error instanceof Unreachable && error.code === 'ECONNREFUSED' && isLoopback(hostOf(error.address))
        ? `If a sandbox should answer there, start it. This command also sets its variables:${startSandbox}`
        : 'Check base_url (or SVC_BASE_URL), the network, and any proxy (HTTPS_PROXY, NO_PROXY) or firewall between here ' +
          'and there. The certificate of a private authority belongs into a file that NODE_EXTRA_CA_CERTS names.',
  ],
  [
    NoApi,
    'No API at this address',
    error =>
      `Check base_url (or SVC_BASE_URL): base_url is the address without ${error instanceof NoApi ? error.version : 'the version'}, such as https://api.example.com. ` +
      'The state is kept as it was.',
  ],
  [
    Unauthorized,
    'API key not accepted',
    'Check `api_key` (or SVC_API_KEY): it may be revoked, or belong to the other environment (svc_live_ or ' +
      'svc_test_). With oauth, log in again.',
  ],
  [
    LoginRequired,
    'Login needed',
    'After that, run this command again. In CI, where nobody can log in, use an API key: SVC_API_KEY.',
  ],
  [
    LoginRefused,
    'Authorization server refused',
    'Check oauth.auth_url (or SVC_AUTH_URL) and oauth.client_id (or SVC_CLIENT_ID).',
  ],
  [Forbidden, lackOfPermission, wayToPermission],
  [
    ForbiddenOrGone,
    'Object refused, or deleted',
    'If all that the block holds is gone:\n\n    terraform state rm ADDRESS',
  ],
  [RefusedInFront, 'Refused before the platform', 'Check base_url, and any firewall or proxy before it.'],
  [
    RateLimited,
    'Platform limits the rate',
    error =>
      error instanceof RateLimited && error.pauseMilliseconds !== undefined
        ? `Run the command again after that time. ${pace}`
        : `Run the command again later, or raise max_retries. ${pace}`,
  ],
  [
    TimedOut,
    'Platform did not answer',
    'Run the command again. If the platform is known to be slow, raise request_timeout.',
  ],
  [ConnectionLost, 'Connection to platform lost', tryAgain],
  [
    Ambiguous,
    'Outcome of create unknown',
    error =>
      error instanceof Ambiguous && error.isAnswered
        ? 'The object probably exists on the platform without being in the state. Each further apply may create one ' +
          'more. Run `npx cdktf-provider-svc doctor --probe` to see how the platform differs, and look for the object there.'
        : 'The object may exist on the platform without being in the state. Apply again: the journal has ' +
          'recorded the request, and the next apply looks for an endpoint before it creates another.',
  ],
  [Cancelled, 'Cancelled', 'Run the command again to finish what is left.'],
  [Unsupported, 'Operation not offered', doWithout],
  [Unobservable, 'Object cannot be read', 'The platform offers no way to read it.'],
  [
    NotFound,
    'Object not found',
    error =>
      error instanceof NotFound && error.id === undefined
        ? 'Check base_url: it should be the address of the API itself. The state is kept as it was.'
        : 'It has been deleted on the platform. Plan again: the next plan creates it anew.',
  ],
  [
    Conflict,
    'Conflict on the platform',
    'Mend what the platform names. If it was busy with another operation, apply again: with -parallelism=1 if it takes ' +
      'one request at a time.',
  ],
  [Invalid, 'Platform refused the values', 'Correct the values in the configuration.'],
  [
    Redirected,
    'Platform answered with redirect',
    'Check base_url: it should be the address of the API itself.',
  ],
  [
    MalformedResponse,
    'Answer not understood',
    'Check that base_url is the address of the API. If it is, report this to the platform.',
  ],
  [StillShown, 'Accepted, still shown', 'The state keeps it. Apply again later.'],
  [EndlessList, 'List does not end', statusPage],
  [EndUnknown, 'End of list unknown', ifListsAreWhole],
  [ServerError, 'Platform failed', statusPage],
  [
    InvalidOption,
    'Invalid provider configuration',
    'Correct the provider block or the environment variable.',
  ],
  [
    LeftoverUnreadable,
    'Object of earlier apply cannot be read',
    'Apply again when the platform shows it. To give it up: `npx cdktf-provider-svc journal forget ID`.',
  ],
  [
    JournalOfOthers,
    'Journal belongs to others',
    'Make it yours alone (chown, chmod 700), or set journal_directory or SVC_JOURNAL_DIR to a folder that is.',
  ],
  [
    LookAlikeRefused,
    'Equal object exists already',
    'If another configuration manages it, add its id to accepted_look_alikes in the provider block. ' +
      'If an interrupted apply has left it, import it or delete it, then apply again.',
  ],
  [
    MistypedValue,
    'Provider made a mistake',
    'This is a bug of the provider. Please report it with this text.',
  ],
];

const hostOf = (address: string) => address.replace(/:\d+$/, '');

/** Returns the advice about an operation that the platform lacks. Documented operations must exist. */
function doWithout(error: Error): string {
  if (!(error instanceof Unsupported)) return '';
  const { operation, declared } = error;
  if (operationOf(operation).source === 'documented')
    return 'The platform’s document shows this operation. Check that base_url is the address of the API.';
  return declared
    ? 'unavailable_operations in the provider block names it. If the platform offers it now, remove it ' +
        'there.'
    : 'If the platform really lacks it, name it in the provider block. The provider then works without ' +
        `it: unavailable_operations = ["${operation}"].`;
}
