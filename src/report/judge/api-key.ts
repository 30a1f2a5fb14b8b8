import { type KeyChangeFinding, keyChangeFindings } from '../../risks/key-changes';
import {
  addedScopes,
  becomesUnrestricted,
  type Reach,
  reachFinding,
  type WidenedScope,
} from '../../risks/reach';
import type { Part, Phrase, Risk, Subject } from '../model';
import { joined, phrase, plainly, value, values } from '../phrase';
import { isKnown, isSensitive, type PlannedObject } from '../plan/planned-object';
import { isIssuedLive } from './environment';
import { type Judgement, riskOf } from './finding';
import { actionOf, type Judging, lacks, nameOf } from './judging';
import { type KeyState, keyState, plannedKeyChanges } from './key-state';

interface Judged {
  readonly object: PlannedObject;
  readonly subject: Subject;
  readonly judging: Judging;
  readonly before: KeyState | undefined;
  readonly after: KeyState | undefined;
}

/** Judges what a plan does to an API key. */
export function judgeKey(object: PlannedObject, subject: Subject, judging: Judging): Judgement {
  const judged: Judged = {
    object,
    subject,
    judging,
    before: keyState(object.before),
    after: keyState(object.after),
  };
  const action = actionOf(object);
  if (action === 'create') return judgeNew(judged);
  if (action === 'update') return judgeUpdate(judged);
  if (action === 'replace') return judgeReplacement(judged);
  if (action === 'delete') return judgeRemoval(judged);
  return { risks: [], sentences: () => [] };
}

function judgeNew(judged: Judged): Judgement {
  const { after, object } = judged;
  const scopes = after?.scopes;
  const risks = [...unrestrictedNew(judged), ...live(judged)];
  if (after?.unrestricted) return { risks, sentences: () => [plainly('is issued without limits')] };
  if (scopes === undefined || !isKnown(object, 'scopes'))
    return { risks, sentences: () => [plainly('is issued with scopes that are known after apply')] };
  return { risks, sentences: () => [phrase`is issued with ${scopesOf(judged, scopes)}`] };
}

function unrestrictedNew({ after, subject, object }: Judged): readonly Risk[] {
  const sentence = joined(phrase`key ${nameOf(subject)} `, plainly('is issued without limits'));
  if (after?.unrestricted) return [riskOf('unrestricted-key', subject, sentence, [withoutLimits])];
  if (isKnown(object, 'unrestricted')) return [];
  const maybe = joined(phrase`key ${nameOf(subject)} `, plainly('may be issued without limits'));
  return [riskOf('unrestricted-key', subject, maybe, [unknownValue('unrestricted')])];
}

function judgeUpdate(judged: Judged): Judgement {
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

function reachRisks(judged: Judged, before: Reach, after: Reach): readonly Risk[] {
  const { object, subject } = judged;
  const who = phrase`key ${nameOf(subject)} `;
  const unlimited = (words: string, detail: string) =>
    riskOf('unrestricted-key', subject, joined(who, plainly(words)), [detail]);
  const finding = reachFinding(before, after, isKnown(object, 'scopes'));
  if (finding?.risk === 'unrestricted-key') return [unlimited('becomes unrestricted', withoutLimits)];
  // Scopes that are unknown too say nothing against it: the apply may find null scopes and `unrestricted = true`.
  const mayBecome = before.scopes !== undefined && !isKnown(object, 'unrestricted');
  return [
    ...(mayBecome ? [unlimited('may become unrestricted', unknownValue('unrestricted'))] : []),
    ...(finding === undefined ? [] : [widenedScope(judged, finding)]),
  ];
}

function widenedScope(judged: Judged, { added, isComplete }: WidenedScope): Risk {
  const { subject } = judged;
  const who = phrase`key ${nameOf(subject)} `;
  const gained = scopesOf(judged, added);
  if (isComplete) return riskOf('widened-scope', subject, joined(who, phrase`gains ${gained}`), [widening]);
  const known =
    added.length > 0 ? phrase`gains ${gained}, and may gain more scopes` : plainly('may gain scopes');
  return riskOf('widened-scope', subject, joined(who, known), [unknownValue('scopes')]);
}

const withoutLimits = 'Whoever holds it may do everything. Name its scopes instead, unless that is meant.';
const widening = 'Every holder of this key may do more. Check that all of them are meant to.';
const unknownValue = (attribute: string) =>
  `Terraform knows ${attribute} only when it applies this plan. Check where the value comes from.`;

function reachSentences(judged: Judged, before: Reach, after: Reach): readonly (Phrase | string)[] {
  if (!isKnown(judged.object, 'scopes')) return ['its scopes are known after apply'];
  if (becomesUnrestricted(before, after)) return ['becomes unrestricted'];
  if (before.unrestricted && after.scopes !== undefined)
    return [phrase`is limited to ${scopesOf(judged, after.scopes)}`];
  const gained = addedScopes(before, after);
  const lost = (before.scopes ?? []).filter(scope => !(after.scopes ?? []).includes(scope));
  return [
    ...(gained.length > 0 ? [phrase`gains ${scopesOf(judged, gained)}`] : []),
    ...(lost.length > 0 ? [phrase`loses ${scopesOf(judged, lost)}`] : []),
  ];
}

/** Scopes that the configuration marks as sensitive are counted alone. */
function scopesOf({ object, judging }: Judged, scopes: readonly string[]): () => readonly Part[] {
  if (isSensitive(object, 'scopes')) return () => [value(`${scopes.length} scopes (sensitive)`)];
  return () => values(scopes.map(scope => judging.shown.text(scope)));
}

function renaming(
  { object, judging }: Judged,
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

const holders = 'Its holders fail from then on. Give them the new value first, or an overlap.';

function keyChangeRisk(judged: Judged, finding: KeyChangeFinding, before: KeyState): readonly Risk[] {
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
  'left over': 'at last: the platform had refused it',
} as const;

function judgeReplacement(judged: Judged): Judgement {
  const { before, after, subject } = judged;
  const risks = [...unrestrictedNew(judged), ...live(judged), ...revoked(judged)];
  if (before === undefined || after === undefined) return { risks, sentences: () => [] };
  const widened = reachRisks(judged, before, after).filter(risk => risk.name === 'widened-scope');
  const sentence = phrase`key ${nameOf(subject)} is replaced by another key, under another id`;
  return {
    risks: [...risks, ...widened, riskOf('key-rotated', subject, sentence, [holders])],
    sentences: () => [plainly('is replaced by another key, under another id')],
  };
}

function judgeRemoval(judged: Judged): Judgement {
  const risks = revoked(judged);
  return { risks, sentences: () => [plainly(risks.length > 0 ? 'is revoked' : leftBehind)] };
}

const leftBehind = 'leaves the state alone: unavailable_operations says that the platform cannot revoke it';

/** A deletion revokes the current key and every earlier one that still works. */
function revoked({ before, subject, object, judging }: Judged): readonly Risk[] {
  if (lacks(judging.plan, object, 'apiKeys.delete')) return [];
  const earlier = (before?.unrevoked_ids ?? []).length + (before?.previous_id === undefined ? 0 : 1);
  const also = earlier > 0 ? [`Earlier values that still work are revoked with it: ${earlier}.`] : [];
  return [
    riskOf('key-revoked', subject, phrase`key ${nameOf(subject)} is revoked at once`, [
      'Its holders fail from then on.',
      ...also,
    ]),
  ];
}

function live({ object, subject, judging }: Judged): readonly Risk[] {
  if (!isIssuedLive(object, judging)) return [];
  const sentence = phrase`key ${nameOf(subject)} is issued for the live platform`;
  return [riskOf('live-key', subject, sentence, ['It is no key of the sandbox: what it does is real.'])];
}
