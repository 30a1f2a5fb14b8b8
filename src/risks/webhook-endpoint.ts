import { afterApply, type Finding, forgottenObject, type IsKnown, type Stays, type Values } from './finding';
import { shownHost } from './host';

/** The signing secret in a configuration or a state: stored, or write-only with a version. */
export interface SigningSecret {
  readonly secret?: string | undefined;
  readonly secret_wo?: string | undefined;
  readonly secret_wo_version?: number | undefined;
}

export interface Endpoint extends SigningSecret {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly status?: string | undefined;
  readonly on_degraded?: string | undefined;
}

type EndpointIsKnown = IsKnown<
  'url' | 'events' | 'status' | 'on_degraded' | 'secret' | 'secret_wo' | 'secret_wo_version'
>;

type Judge = (prior: Endpoint, planned: Endpoint, isKnown: EndpointIsKnown) => readonly Finding[];

const eventsOf = (values: readonly string[]): Values => ({ attribute: 'events', values });

export const registeredEndpoint = ({ events = [] }: Endpoint, isKnown: EndpointIsKnown): Finding => ({
  risk: 'endpoint-added',
  words: ['is registered for ', isKnown('events') ? eventsOf(events) : 'unknown events'],
  detail: receiverIsYours,
});

export const importedEndpoint = ({ events = [] }: Endpoint): Finding => ({
  risk: 'endpoint-imported',
  words: ['is imported for ', eventsOf(events)],
  detail: receiverIsYours,
});

const receiverIsYours = 'Events and their content go there from then on. Check that the receiver is yours.';

/** Returns what a plan says of an endpoint that it changes in place. */
export const changedEndpoint: Judge = (...change) =>
  [ofAddress, ofEvents, ofSecret, ofDegradation].flatMap(judge => judge(...change));

/** True if a plan registers a degraded endpoint anew. Only a new registration is active again. */
export const isReplacedForDegradation = ({ status }: Endpoint, { on_degraded }: Endpoint): boolean =>
  status === 'degraded' && on_degraded === 'replace';

/** @param stays of the former registration @param why the endpoint cannot be changed in place */
export function replacedEndpoint(
  prior: Endpoint,
  planned: Endpoint,
  isKnown: EndpointIsKnown,
  { stays, why }: { readonly stays: Stays; readonly why?: string | undefined },
): readonly Finding[] {
  const isDegraded = isReplacedForDegradation(prior, planned);
  const because = isDegraded
    ? 'It is degraded, and on_degraded = "replace" requires a new registration.'
    : why;
  const fate =
    stays === true
      ? 'The former registration goes on delivering: receivers get each event twice. Delete it on the platform.'
      : between;
  return [
    {
      risk: 'endpoint-replaced',
      words: [
        'is replaced by a new registration',
        stays === true ? ', and the former one goes on delivering' : '',
        isDegraded ? ' because it is degraded' : '',
      ],
      detail: [because, idChanges, fate].filter(text => text !== undefined).join(' '),
      warns: true,
    },
    ...(stays === false ? [] : [forgottenObject(stays, ['delivering'])]),
    ...changesOfNext(prior, planned, isKnown),
  ];
}

const idChanges = 'The id changes: update every place where it is written by hand.';
const between = 'Events of the time between are not delivered.';

/** The provider refuses a new endpoint without a secret. */
const changesOfNext: Judge = (...change) =>
  changedEndpoint(...change)
    .filter(finding => finding !== keptSecret && finding !== sentAgain)
    .map(({ warns, ...finding }) => finding);

export const removedEndpoint = (stays: Stays): readonly Finding[] => [
  ...(stays === true ? [] : [removed]),
  ...(stays === false ? [] : [forgottenObject(stays, ['delivering'])]),
];

const removed: Finding = {
  risk: 'endpoint-removed',
  words: ['is removed'],
  detail: 'Its receiver gets no events from then on.',
};

/** An unknown address may be another one. On a shared host, another path may be the receiver of somebody else. */
const ofAddress: Judge = (prior, planned, isKnown) => {
  const risk = 'host-changed';
  if (!isKnown('url')) return [{ risk, words: ['may deliver to another host'], detail: afterApply('url') }];
  if (prior.url === planned.url) return [];
  const host = shownHost(planned.url);
  const words = ['delivers to ', { attribute: 'url', values: [host ?? 'an unknown address'] }, ' instead'];
  return [
    host !== undefined && host === shownHost(prior.url)
      ? { risk: 'receiver-changed', words: [sameHost], detail: receiverIsYours }
      : { risk, words, detail: receiverIsYours },
    ...(isHttp(planned.url) && !isHttp(prior.url) ? [plainHttp] : []),
  ];
};

const sameHost = 'delivers to another address on the same host';

const isHttp = (url = '') => url.toLowerCase().startsWith('http:');

const plainHttp: Finding = {
  risk: 'plain-http',
  words: ['delivers over http, without encryption'],
  detail: 'Everybody on the way can read the events. Keep https.',
};

const ofEvents: Judge = ({ events: before = [] }, { events: after = [] }, isKnown) => {
  const removed = before.filter(event => !after.includes(event));
  const added = after.filter(event => !before.includes(event));
  const loses = isKnown('events') ? 'no longer gets ' : 'may no longer get ';
  const findings: Finding[] = [];
  if (removed.length > 0) findings.push({ risk: 'events-removed', words: [loses, eventsOf(removed)] });
  if (added.length > 0) findings.push({ risk: 'events-added', words: ['also gets ', eventsOf(added)] });
  return findings;
};

const ofDegradation: Judge = (prior, planned, isKnown) => {
  const isUnknown = !isKnown('on_degraded');
  if (!isUnknown && (planned.on_degraded !== 'ignore' || prior.on_degraded === 'ignore')) return [];
  const verb = isUnknown ? 'may be' : 'is';
  return [{ risk: 'degradation-ignored', words: [`${verb} no longer a finding once it is degraded`] }];
};

/** A state without any secret is imported, or its configuration had none: the platform's secret is unknown then. */
const ofSecret: Judge = (prior, planned, isKnown) => {
  if (isSecretChanging(prior, planned, isKnown)) return [hasSecret(prior) ? newSecret : setSecret];
  if (!isKnown('status')) return [sentAgain];
  return hasSecret(prior) && !hasSecret(planned) ? [keptSecret] : [];
};

const hasSecret = ({ secret, secret_wo_version }: SigningSecret) =>
  (secret ?? secret_wo_version) !== undefined;

/** True if an apply may send a secret that the receiver does not have yet. An unknown value may be such a secret. */
function isSecretChanging(prior: SigningSecret, planned: SigningSecret, isKnown: EndpointIsKnown): boolean {
  if (!isKnown('secret') || !isKnown('secret_wo_version')) return true;
  if (planned.secret !== undefined && planned.secret !== prior.secret) return true;
  const isGiven = planned.secret === undefined || planned.secret_wo !== undefined || !isKnown('secret_wo');
  return planned.secret_wo_version !== undefined && sendsWriteOnly(prior, planned) && isGiven;
}

/** True if an update sends `secret_wo`, if there is one: it has a new version, or takes the place of a `secret`. */
export function sendsWriteOnly(prior: SigningSecret, planned: SigningSecret): boolean {
  const takesOver = prior.secret !== undefined && planned.secret === undefined;
  return takesOver || planned.secret_wo_version !== prior.secret_wo_version;
}

/** The waits of section 8 before the last attempt: 5 s, 30 s, 5 min and 30 min. */
const receivers =
  'Receivers must accept both secrets from before the apply until 36 minutes after it: retries use either. Otherwise they ' +
  'refuse deliveries.';

const newSecret: Finding = {
  risk: 'secret-changed',
  words: ['signs with another secret'],
  detail: `Applying sends a new signing secret to a live endpoint. ${receivers}`,
  warns: 'together',
};

/** The provider plans an update of nothing but `status` for it, and warns. */
const sentAgain: Finding = {
  risk: 'secret-changed',
  words: ['may sign with another secret'],
  detail: `An earlier apply sent a signing secret and failed. Applying sends the configured one. ${receivers}`,
};

const setSecret: Finding = {
  risk: 'secret-changed',
  words: ['signs with the secret of the configuration'],
  detail: `The state has no secret of this endpoint, and the platform never shows its own. ${receivers}`,
  warns: true,
};

const keptSecret: Finding = {
  risk: 'secret-changed',
  words: ['keeps its secret, which leaves the state'],
  detail: 'The configuration no longer contains a secret. The platform continues to sign with it.',
  warns: true,
};
