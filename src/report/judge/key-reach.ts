import {
  addedScopes,
  becomesUnrestricted,
  type Reach,
  reachFinding,
  type WidenedScope,
} from '../../risks/reach';
import type { Part, Phrase, Risk } from '../model';
import { joined, phrase, plainly, value, values } from '../phrase';
import { isKnown, isSensitive } from '../plan/planned-object';
import { riskOf } from './finding';
import type { JudgedKey } from './judged-key';
import { nameOf } from './judging';

const withoutLimits =
  'Every holder of this key may do everything. Name its scopes instead, unless that is intended.';
const widening = 'Every holder of this key may do more. Check that this is intended.';
const unknownValue = (attribute: string) =>
  `Terraform knows ${attribute} only when it applies this plan. Check where the value comes from.`;

export function unrestrictedNew({ after, subject, object }: JudgedKey): readonly Risk[] {
  const sentence = joined(phrase`key ${nameOf(subject)} `, plainly('is issued without limits'));
  if (after?.unrestricted) return [riskOf('unrestricted-key', subject, sentence, [withoutLimits])];
  if (isKnown(object, 'unrestricted')) return [];
  const maybe = joined(phrase`key ${nameOf(subject)} `, plainly('may be issued without limits'));
  return [riskOf('unrestricted-key', subject, maybe, [unknownValue('unrestricted')])];
}

export function reachRisks(judged: JudgedKey, before: Reach, after: Reach): readonly Risk[] {
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

function widenedScope(judged: JudgedKey, { added, isComplete }: WidenedScope): Risk {
  const { subject } = judged;
  const who = phrase`key ${nameOf(subject)} `;
  const gained = scopesOf(judged, added);
  if (isComplete) return riskOf('widened-scope', subject, joined(who, phrase`gains ${gained}`), [widening]);
  const known =
    added.length > 0 ? phrase`gains ${gained}, and may gain more scopes` : plainly('may gain scopes');
  return riskOf('widened-scope', subject, joined(who, known), [unknownValue('scopes')]);
}

export function reachSentences(judged: JudgedKey, before: Reach, after: Reach): readonly (Phrase | string)[] {
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

/** The scopes as values. Of scopes that the configuration marks as sensitive, only their number. */
export function scopesOf({ object, judging }: JudgedKey, scopes: readonly string[]): () => readonly Part[] {
  if (isSensitive(object, 'scopes')) return () => [value(`${scopes.length} scopes (sensitive)`)];
  return () => values(scopes.map(scope => judging.shown.text(scope)));
}
