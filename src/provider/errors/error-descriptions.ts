import { operationOf } from '../../client/contract/operations';
import {
  Ambiguous,
  Cancelled,
  Conflict,
  ConnectionLost,
  EndlessList,
  Forbidden,
  Invalid,
  InvalidOption,
  LoginRefused,
  LoginRequired,
  MalformedResponse,
  NoApi,
  NotFound,
  RateLimited,
  Redirected,
  ServerError,
  TimedOut,
  Unauthorized,
  Unobservable,
  Unreachable,
  Unsupported,
} from '../../client/errors';
import { MistypedValue } from '../../plugin/values/from-plain';
import { SelfLockout } from '../api-keys/self-lockout';
import { JournalOfOthers } from '../creation/journal/journal';
import { CreationInterrupted, LeftoverUnreadable, LookAlikeRefused } from '../creation/messages';
import { CredentialChoice } from '../credential';
import { MissingObject } from './missing-object';
import { MissingSecret } from './missing-secret';
import { lackOfPermission, wayToPermission } from './permission';

type ErrorClass = abstract new (...parameters: never[]) => Error;

export interface ErrorDescription {
  /** About five words. */
  readonly summary: string | ((error: Error) => string);
  /** What the user does next. */
  readonly next: string | ((error: Error) => string);
}

const tryAgain = 'Change nothing, and run the command again later.';
const pace = 'To stay within the platform’s limit, set requests_per_second in the provider block below it.';
const statusPage =
  'This is a fault of the platform. Run the command again later. If it fails again, report it to ' +
  'the platform.';

/** The meaning of each error for the user, and what to do next. The first matching class applies. */
export const errorDescriptions: readonly (readonly [ErrorClass, ErrorDescription])[] = [
  [
    Unreachable,
    {
      summary: 'Platform is unreachable',
      next:
        'Check base_url (or SVC_BASE_URL), the network, and any proxy (HTTPS_PROXY, NO_PROXY) or firewall between here and ' +
        'there.',
    },
  ],
  [
    NoApi,
    {
      summary: 'No API at this address',
      next: error =>
        `Check base_url (or SVC_BASE_URL): base_url is the address without ${error instanceof NoApi ? error.version : 'the version'}, such as https://api.example.com. ` +
        'The state is kept as it was.',
    },
  ],
  [
    Unauthorized,
    {
      summary: 'API key not accepted',
      next:
        'Check `api_key` (or SVC_API_KEY): it may be revoked, or belong to the other environment (svc_live_ or ' +
        'svc_test_). With oauth, log in again.',
    },
  ],
  [
    LoginRequired,
    {
      summary: 'Login needed',
      next: 'After that, run this command again. In CI, where nobody can log in, use an API key: SVC_API_KEY.',
    },
  ],
  [
    LoginRefused,
    {
      summary: 'Authorization server refused',
      next: 'Check oauth.auth_url (or SVC_AUTH_URL) and oauth.client_id (or SVC_CLIENT_ID).',
    },
  ],
  [
    CredentialChoice,
    {
      summary: 'Exactly one credential is needed',
      next: error => (error instanceof CredentialChoice ? error.next : ''),
    },
  ],
  [Forbidden, { summary: lackOfPermission, next: wayToPermission }],
  [
    RateLimited,
    {
      summary: 'Platform limits the rate',
      next: error =>
        error instanceof RateLimited && error.pauseMilliseconds !== undefined
          ? `Run the command again after that time. ${pace}`
          : `Run the command again later, or raise max_retries. ${pace}`,
    },
  ],
  [
    TimedOut,
    {
      summary: 'Platform did not answer',
      next: 'Run the command again. If the platform is known to be slow, raise request_timeout.',
    },
  ],
  [ConnectionLost, { summary: 'Connection to platform lost', next: tryAgain }],
  [
    Ambiguous,
    {
      summary: 'Outcome of create unknown',
      next:
        'The object may exist on the platform without being in the state. Apply again: the journal has ' +
        'recorded the request, and the next apply looks for the object before it creates another.',
    },
  ],
  [Cancelled, { summary: 'Cancelled', next: 'Run the command again to finish what is left.' }],
  [
    Unsupported,
    {
      summary: 'Operation not offered',
      next: doWithout,
    },
  ],
  [Unobservable, { summary: 'Object cannot be read', next: 'The platform offers no way to read it.' }],
  [
    NotFound,
    {
      summary: 'Object not found',
      next: error =>
        error instanceof NotFound && error.id === undefined
          ? 'Check base_url: it should be the address of the API itself. The state is kept as it was.'
          : 'It has been deleted on the platform. Plan again: the next plan creates it anew.',
    },
  ],
  [
    Conflict,
    {
      summary: 'Conflict on the platform',
      next: 'Something else has changed it. Plan again and look at the differences.',
    },
  ],
  [Invalid, { summary: 'Platform refused the values', next: 'Correct the values in the configuration.' }],
  [
    Redirected,
    {
      summary: 'Platform answered with redirect',
      next: 'Check base_url: it should be the address of the API itself.',
    },
  ],
  [
    MalformedResponse,
    {
      summary: 'Answer not understood',
      next: 'Check that base_url is the address of the API. If it is, report this to the platform.',
    },
  ],
  [EndlessList, { summary: 'List does not end', next: statusPage }],
  [ServerError, { summary: 'Platform failed', next: statusPage }],
  [
    InvalidOption,
    {
      summary: 'Invalid provider configuration',
      next: 'Correct the provider block or the environment variable.',
    },
  ],
  [
    CreationInterrupted,
    {
      summary: 'Cancelled',
      next:
        'Run the command again. The journal has recorded the request, so the next run finds out what it ' +
        'created.',
    },
  ],
  [
    LeftoverUnreadable,
    {
      summary: 'Object of earlier apply cannot be read',
      next: 'Apply again when the platform shows it. To give it up: `npx cdktf-provider-svc journal forget ID`.',
    },
  ],
  [
    JournalOfOthers,
    {
      summary: 'Journal belongs to others',
      next: 'Make it yours alone (chown, chmod 700), or set journal_directory or SVC_JOURNAL_DIR to a folder that is.',
    },
  ],
  [
    LookAlikeRefused,
    {
      summary: 'Equal object exists already',
      next:
        'If another configuration manages it, add its id to accepted_look_alikes in the provider block. ' +
        'If an interrupted apply has left it, import it or delete it, then apply again.',
    },
  ],
  [
    MissingObject,
    {
      summary: 'Object does not exist',
      next: 'Check the id; `terraform plan` with the plural data source lists all of them.',
    },
  ],
  [
    SelfLockout,
    {
      summary: 'Provider would be locked out',
      next:
        'Give the provider another key (SVC_API_KEY). To lock it out on purpose, set allow_self_revoke = ' +
        'true in the provider block.',
    },
  ],
  [
    MissingSecret,
    { summary: 'Missing signing secret', next: 'Give exactly one of secret and secret_wo a value.' },
  ],
  [
    MistypedValue,
    {
      summary: 'Provider made a mistake',
      next: 'This is a bug of the provider. Please report it with this text.',
    },
  ],
];

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
