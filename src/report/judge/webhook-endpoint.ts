import {
  type Endpoint,
  eventsFinding,
  hostFinding,
  isReplacedForDegradation,
} from '../../risks/endpoint-changes';
import { type SecretFinding, type SigningSecret, secretFinding } from '../../risks/signing-secret';
import type { Part, Phrase, Risk, Subject } from '../model';
import { name, phrase, plainly, value, values } from '../phrase';
import { type JsonObject, listIn, member, textIn, textsIn } from '../plan/json';
import { isKnown, isSensitive, type PlannedObject } from '../plan/planned-object';
import { type Judgement, riskOf } from './finding';
import { actionOf, isForgotten, type Judging, lacks, nameOf } from './judging';

interface Judged {
  readonly object: PlannedObject;
  readonly subject: Subject;
  readonly judging: Judging;
  readonly before: EndpointState;
  readonly after: EndpointState;
}

interface EndpointState extends Endpoint, SigningSecret {}

/** Judges what a plan does to a webhook endpoint. */
export function judgeEndpoint(object: PlannedObject, subject: Subject, judging: Judging): Judgement {
  const [before, after] = [endpointState(object.before), endpointState(object.after)];
  const judged: Judged = { object, subject, judging, before, after };
  const action = actionOf(object);
  if (action === 'create') return { risks: [], sentences: () => [registered(judged)] };
  if (action === 'update') return judgeUpdate(judged);
  if (action === 'replace') return judgeReplacement(judged);
  if (action === 'delete') return judgeRemoval(judged);
  return { risks: [], sentences: () => [] };
}

function endpointState(values: JsonObject | undefined): EndpointState {
  const version = member(values, 'secret_wo_version');
  return {
    url: textIn(member(values, 'url')),
    events: textsIn(listIn(member(values, 'events'))),
    status: textIn(member(values, 'status')),
    on_degraded: textIn(member(values, 'on_degraded')),
    secret: textIn(member(values, 'secret')),
    secret_wo_version: typeof version === 'number' ? version : undefined,
  };
}

function registered(judged: Judged): Phrase {
  const { object, after } = judged;
  if (!isKnown(object, 'events')) return plainly('is registered for events that are known after apply');
  return phrase`is registered for ${eventsOf(judged, after.events ?? [])}`;
}

function judgeUpdate(judged: Judged): Judgement {
  const { before, after } = judged;
  const secret = changingSecret(judged);
  return {
    risks: [...hostRisks(judged), ...secretRisks(judged, secret), ...eventRisks(judged)],
    sentences: () => [
      ...addressSentences(judged),
      ...eventSentences(judged),
      ...(secret === undefined ? [] : [plainly(secretWords[secret.how])]),
      ...(before.on_degraded === after.on_degraded ? [] : [handling(judged)]),
    ],
  };
}

function judgeReplacement(judged: Judged): Judgement {
  const { object, subject, before, after } = judged;
  const why = isReplacedForDegradation(before, after) ? ' because it is degraded' : '';
  const sentence = phrase`endpoint ${nameOf(subject)} is registered anew${why}`;
  const stays = staysOf(judged);
  const lapse = isForgotten(object) ? '' : ', and events of the time between are not delivered';
  const details = [`Its id changes${lapse}.`, ...stays];
  const secret = changingSecret(judged);
  // Nothing leaves the state by a replacement alone: the provider refuses a new endpoint without a secret.
  const given = secret?.how === 'forgotten' ? undefined : secret;
  return {
    risks: [
      riskOf('endpoint-replaced', subject, sentence, details),
      ...hostRisks(judged),
      ...secretRisks(judged, given),
      ...eventRisks(judged),
    ],
    sentences: () => [
      plainly(`is registered anew${why}`),
      ...(isForgotten(object)
        ? [plainly('the former registration leaves the state, and goes on delivering')]
        : []),
      ...addressSentences(judged),
      ...eventSentences(judged),
      ...(given === undefined ? [] : [plainly(secretWords[given.how])]),
    ],
  };
}

function staysOf({ object, judging }: Judged): readonly string[] {
  if (isForgotten(object)) return [forgottenEndpoint];
  return lacks(judging.plan, object, 'webhooks.delete') ? [leftBehind] : [];
}

const forgottenEndpoint =
  'The former registration leaves the state, and goes on delivering: receivers get each event twice. ' +
  'Delete it on the platform.';
const leftBehind =
  'unavailable_operations says that the platform cannot delete it, so it goes on delivering.';

function judgeRemoval({ object, subject, judging }: Judged): Judgement {
  if (lacks(judging.plan, object, 'webhooks.delete'))
    return { risks: [], sentences: () => [plainly('leaves the state, and goes on delivering')] };
  const sentence = phrase`endpoint ${nameOf(subject)} is removed`;
  const risk = riskOf('endpoint-removed', subject, sentence, ['Its receiver gets no events from then on.']);
  return { risks: [risk], sentences: () => [plainly('is removed')] };
}

function hostRisks(judged: Judged): readonly Risk[] {
  const { object, subject, before, after } = judged;
  const finding = hostFinding(before, after, isKnown(object, 'url'));
  if (finding === undefined) return [];
  const details = ['Events and their content go there from then on. Check that the receiver is yours.'];
  if (finding.to === undefined) {
    const unknown =
      'Terraform knows the address only when it applies this plan. Check where the value comes from.';
    return [
      riskOf('host-changed', subject, phrase`endpoint ${nameOf(subject)} may deliver to another host`, [
        unknown,
      ]),
    ];
  }
  const to = hostIn(judged, finding.to);
  return [
    riskOf('host-changed', subject, phrase`endpoint ${nameOf(subject)} delivers to ${to} instead`, details),
  ];
}

const hostIn = ({ object, judging }: Judged, host: string): Part =>
  isSensitive(object, 'url') ? value('another host (sensitive)') : name(judging.shown.host(host));

function addressSentences(judged: Judged): readonly Phrase[] {
  const { object, before, after } = judged;
  const finding = hostFinding(before, after, isKnown(object, 'url'));
  if (finding?.to !== undefined) return [phrase`delivers to ${hostIn(judged, finding.to)}`];
  if (finding !== undefined) return [plainly('its address is known after apply')];
  return before.url === after.url ? [] : [plainly('delivers to another path of the same host')];
}

function eventRisks(judged: Judged): readonly Risk[] {
  const { object, subject, before, after } = judged;
  const finding = eventsFinding(before, after, isKnown(object, 'events'));
  if (finding === undefined) return [];
  const gets = finding.isPossible ? 'may no longer get' : 'no longer gets';
  const sentence = phrase`endpoint ${nameOf(subject)} ${gets} ${eventsOf(judged, finding.removed)}`;
  return [riskOf('events-removed', subject, sentence)];
}

function eventSentences(judged: Judged): readonly Phrase[] {
  const { object, before, after } = judged;
  if (!isKnown(object, 'events')) return [plainly('its event types are known after apply')];
  const [past, present] = [before.events ?? [], after.events ?? []];
  const added = present.filter(event => !past.includes(event));
  const removed = past.filter(event => !present.includes(event));
  return [
    ...(added.length > 0 ? [phrase`also gets ${eventsOf(judged, added)}`] : []),
    ...(removed.length > 0 ? [phrase`no longer gets ${eventsOf(judged, removed)}`] : []),
  ];
}

function eventsOf({ object, judging }: Judged, events: readonly string[]): () => readonly Part[] {
  if (isSensitive(object, 'events')) return () => [value(`${events.length} event types (sensitive)`)];
  return () => values(events.map(event => judging.shown.text(event)));
}

/** A plan never holds a write-only secret, so it may be there. */
function changingSecret({ object, before, after }: Judged): SecretFinding | undefined {
  return secretFinding(before, after, attribute => attribute !== 'secret_wo' && isKnown(object, attribute));
}

const secretWords = {
  changed: 'its secret changes: receivers must have the new one first',
  set: 'its secret is set: receivers must have it first',
  forgotten: 'its secret leaves the state, and the platform goes on signing with it',
} as const;

type Named = ReturnType<typeof nameOf>;

const secretSentences = {
  changed: (who: Named) => phrase`secret of ${who} changes: receivers must have the new one first`,
  set: (who: Named) => phrase`secret of ${who} is set: receivers must have it first`,
  forgotten: (who: Named) =>
    phrase`secret of ${who} leaves the state, and the platform goes on signing with it`,
} as const;

function secretRisks({ subject }: Judged, finding: SecretFinding | undefined): readonly Risk[] {
  if (finding === undefined) return [];
  return [riskOf('secret-changed', subject, secretSentences[finding.how](nameOf(subject)))];
}

function handling({ judging, object, after }: Judged): Phrase {
  if (!isKnown(object, 'on_degraded') || after.on_degraded === undefined)
    return plainly('its handling of degradation is known after apply');
  return phrase`handles degradation by ${value(judging.shown.text(after.on_degraded))}`;
}
