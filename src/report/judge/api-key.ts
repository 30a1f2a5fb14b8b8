import { type KeyChangeFinding, keyChangeFindings } from '../../risks/key-changes';
import type { Phrase, Risk, Subject } from '../model';
import { joined, phrase, plainly, value } from '../phrase';
import { isKnown, isSensitive, type PlannedObject } from '../plan/planned-object';
import { isIssuedLive } from './environment';
import { type Judgement, riskOf } from './finding';
import type { JudgedKey } from './judged-key';
import { actionOf, isForgotten, type Judging, lacks, nameOf } from './judging';
import { reachRisks, reachSentences, scopesOf, unrestrictedNew } from './key-reach';
import { type KeyState, keyState, plannedKeyChanges, plannedState } from './key-state';

/** Judges what a plan does to an API key. */
export function judgeKey(object: PlannedObject, subject: Subject, judging: Judging): Judgement {
  const judged: JudgedKey = {
    object,
    subject,
    judging,
    before: keyState(object.before),
    after: plannedState(object),
  };
  const action = actionOf(object);
  if (action === 'create') return judgeNew(judged);
  if (action === 'update') return judgeUpdate(judged);
  if (action === 'replace') return judgeReplacement(judged);
  if (action === 'delete') return judgeRemoval(judged);
  return { risks: [], sentences: () => [] };
}

function judgeNew(judged: JudgedKey): Judgement {
  const { after, object } = judged;
  const scopes = after?.scopes;
  const risks = [...unrestrictedNew(judged), ...live(judged)];
  if (after?.unrestricted) return { risks, sentences: () => [plainly('is issued without limits')] };
  if (scopes === undefined || !isKnown(object, 'scopes'))
    return { risks, sentences: () => [plainly('is issued with scopes that are known after apply')] };
  return { risks, sentences: () => [phrase`is issued with ${scopesOf(judged, scopes)}`] };
}

function judgeUpdate(judged: JudgedKey): Judgement {
  const { object, before, after, judging } = judged;
  if (before === undefined || after === undefined) return { risks: [], sentences: () => [] };
  const { changes, mayRotate } = plannedKeyChanges(object, before, after, judging.plan.createdAt);
  const findings = keyChangeFindings(before, changes, mayRotate);
  const isIssued = changes.issues || mayRotate;
  return {
    risks: [
      ...reachRisks(judged, before, after),
      ...findings.flatMap(finding => keyChangeRisk(judged, finding, before)),
      ...(isIssued ? live(judged) : []),
    ],
    sentences: () =>
      [
        ...reachSentences(judged, before, after),
        ...renaming(judged, before, after),
        ...findings.flatMap(finding => (finding.risk === 'key-rotated' ? [rotation[finding.how]] : [])),
      ].map(text => (typeof text === 'string' ? plainly(text) : text)),
  };
}

function renaming(
  { object, judging }: JudgedKey,
  before: KeyState,
  after: KeyState,
): readonly (Phrase | string)[] {
  if (!isKnown(object, 'name') || isSensitive(object, 'name')) return [];
  if (after.name === undefined || after.name === before.name) return [];
  return [phrase`is renamed to ${value(judging.shown.text(after.name))}`];
}

const rotation = {
  gone: 'is issued again, because it was revoked on the platform',
  'at once': 'is rotated, and its present value stops at once',
  'with overlap': 'is rotated, and its present value goes on working until the overlap ends',
  perhaps: 'may be rotated: that is known after apply',
} as const;

const holders = 'Its holders fail from then on. Give them the new value first, or set an overlap.';

function keyChangeRisk(judged: JudgedKey, finding: KeyChangeFinding, before: KeyState): readonly Risk[] {
  const { subject, object, judging } = judged;
  const who = phrase`key ${nameOf(subject)} `;
  if (finding.risk === 'key-rotated') {
    const details = finding.how === 'with overlap' ? [overlap] : [holders];
    return [riskOf('key-rotated', subject, joined(who, plainly(rotation[finding.how])), details)];
  }
  if (lacks(judging.plan, object, 'apiKeys.delete')) return [];
  if (finding.which === 'current')
    return [
      riskOf('key-revoked', subject, joined(who, plainly('is revoked when its successor is issued')), [
        holders,
      ]),
    ];
  const id = value(judging.shown.text(finding.id));
  const which = finding.id === before.previous_id ? 'the previous value' : 'an earlier value';
  return [
    riskOf(
      'key-revoked',
      subject,
      phrase`${which} (${id}) of key ${nameOf(subject)} is revoked ${when[finding.which]}`,
    ),
  ];
}

const overlap = 'Its holders have to get the new value before the overlap ends.';
const when = {
  early: 'before its overlap has ended',
  ended: 'because its overlap has ended',
  'left over': 'now, because the platform refused an earlier request',
} as const;

function judgeReplacement(judged: JudgedKey): Judgement {
  const { before, after, subject } = judged;
  const risks = [...unrestrictedNew(judged), ...live(judged), ...revoked(judged)];
  if (before === undefined || after === undefined) return { risks, sentences: () => [] };
  const widened = reachRisks(judged, before, after).filter(risk => risk.name === 'widened-scope');
  const sentence = phrase`key ${nameOf(subject)} is replaced by another key, under another id`;
  const isKept = isForgotten(judged.object);
  return {
    risks: [
      ...risks,
      ...widened,
      riskOf('key-rotated', subject, sentence, [isKept ? forgottenKey : holders]),
    ],
    sentences: () => [
      plainly('is replaced by another key, under another id'),
      ...(isKept ? [plainly('the former key leaves the state, and goes on working')] : []),
    ],
  };
}

const forgottenKey =
  'The former key leaves the state, and goes on working. Revoke it on the platform when its holders have the new one.';

function judgeRemoval(judged: JudgedKey): Judgement {
  const risks = revoked(judged);
  return { risks, sentences: () => [plainly(risks.length > 0 ? 'is revoked' : leftBehind)] };
}

const leftBehind =
  'leaves the state and goes on working: unavailable_operations says that the platform cannot revoke it';

/** A deletion revokes the current key and every earlier one that still works. */
function revoked({ before, subject, object, judging }: JudgedKey): readonly Risk[] {
  if (isForgotten(object) || lacks(judging.plan, object, 'apiKeys.delete')) return [];
  const earlier = (before?.unrevoked_ids ?? []).length + (before?.previous_id === undefined ? 0 : 1);
  const also = earlier > 0 ? [`Earlier values that still work are revoked with it: ${earlier}.`] : [];
  return [
    riskOf('key-revoked', subject, phrase`key ${nameOf(subject)} is revoked at once`, [
      'Its holders fail from then on.',
      ...also,
    ]),
  ];
}

function live({ object, subject, judging }: JudgedKey): readonly Risk[] {
  if (!isIssuedLive(object, judging)) return [];
  const sentence = phrase`key ${nameOf(subject)} is issued for the live platform`;
  return [riskOf('live-key', subject, sentence, ['The key works on the live platform, not in the sandbox.'])];
}
