import { hostFinding } from '../../risks/endpoint-changes';
import { reachFinding } from '../../risks/reach';
import type { Phrase, Risk, Subject } from '../model';
import { joined, name, phrase, plainly, values } from '../phrase';
import { member, textIn } from '../plan/json';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import { riskOf } from './finding';
import { actionOf, type Judging, nameOf } from './judging';
import { keyState } from './key-state';

/** Returns the risk of a change outside Terraform, which the refresh of the plan has found. */
export function driftRisk(object: PlannedObject, subject: Subject, judging: Judging): Risk {
  const { words, isGrave } = driftWords(object, judging);
  const noun = { 'api-key': 'key', 'webhook-endpoint': 'endpoint' }[subject.kind as string] ?? 'object';
  const sentence = joined(phrase`${noun} ${nameOf(subject)} `, words);
  const details = [
    'This plan did not make the change. Find out who did. The apply restores what the configuration says.',
  ];
  return riskOf('drift', subject, sentence, details, isGrave ? 'high' : 'medium');
}

interface DriftWords {
  readonly words: Phrase;
  /** True if somebody may do more, or gets the deliveries. */
  readonly isGrave: boolean;
}

/** Returns what has changed, without the name of the object. */
export function driftWords(object: PlannedObject, { shown }: Judging): DriftWords {
  if (actionOf(object) === 'delete') return { words: plainly('was deleted on the platform'), isGrave: false };
  const { before, after } = object;
  const [past, present] = [keyState(before), keyState(after)];
  const reach = past && present && reachFinding(past, present, true);
  if (reach?.risk === 'unrestricted-key')
    return { words: plainly('was made unrestricted on the platform'), isGrave: true };
  if (reach !== undefined && !isSensitive(object, 'scopes'))
    return {
      words: phrase`was given ${values(reach.added.map(scope => shown.text(scope)))} on the platform`,
      isGrave: true,
    };
  const redirected = hostFinding(
    { url: textIn(member(before, 'url')) },
    { url: textIn(member(after, 'url')) },
    true,
  );
  if (redirected?.to !== undefined) {
    const to = isSensitive(object, 'url') ? 'another host' : name(shown.host(redirected.to));
    return { words: phrase`was redirected to ${to} on the platform`, isGrave: true };
  }
  if (onlyStatus(object) && member(after, 'status') === 'degraded')
    return { words: plainly('is degraded: the platform sends it nothing more'), isGrave: false };
  return { words: phrase`was changed on the platform: ${changedIn(object).join(', ')}`, isGrave: false };
}

const onlyStatus = (object: PlannedObject) => changedIn(object).every(attribute => attribute === 'status');

/** Names of attributes. They come from the plan, so only words of letters are shown. */
function changedIn({ before, after }: PlannedObject): readonly string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter(attribute => /^[a-z_]{1,40}$/.test(attribute))
    .filter(attribute => !isEqual(member(before, attribute), member(after, attribute)));
}

const isEqual = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
