import type { Finding, Words } from '../../risks/finding';
import { type RiskName, riskNames, type Severity, severities, severityOf } from '../../risks/names';
import { nouns } from '../actions';
import { sensitiveMark } from '../blanking';
import type { Part, Phrase, Risk, Subject } from '../model';
import { name, own, phrase, value } from '../phrase';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import type { Judging } from './judging';

/** An object of the plan: the raw values, which nobody may repeat, and its safe name. */
export interface JudgedObject {
  readonly object: PlannedObject;
  readonly subject: Subject;
}

/** The name by which sentences call an object. */
export const nameOf = ({ label, address }: Subject): Part => name(label ?? address);

/** Renders a sentence without its subject, for the line of a change. */
export const sentenceOf = (words: Words, judged: JudgedObject, judging: Judging): Phrase =>
  phrase(() => shownParts(words, judged, judging));

/** @param parts puts the sentence together */
export const risk = (
  of: RiskName,
  parts: () => readonly Part[],
  detail: string,
  object: Subject | null = null,
  severity: Severity = severityOf[of],
): Risk => ({ name: of, severity, object, sentence: phrase(parts), detail });

/** Renders a finding as a risk. */
export function riskOf(finding: RiskFinding, judged: JudgedObject, judging: Judging): Risk {
  const { subject } = judged;
  const parts = () => [
    own(`${nouns[subject.kind]} `),
    nameOf(subject),
    own(' '),
    ...shownParts(finding.words, judged, judging),
  ];
  return risk(finding.risk, parts, finding.detail ?? '', subject, finding.severity);
}

export const risksOf = (findings: readonly Finding[], judged: JudgedObject, judging: Judging) =>
  findings.filter(isRisk).map(finding => riskOf(finding, judged, judging));

const isRisk = (finding: Finding): finding is RiskFinding => finding.risk !== undefined;

type RiskFinding = Finding & { readonly risk: RiskName };

/** Of values that the configuration marks as sensitive, nothing is shown. */
function shownParts(words: Words, { object }: JudgedObject, { shown }: Judging): readonly Part[] {
  const show = (text: string, attribute: string) => {
    if (isSensitive(object, attribute)) return sensitiveMark;
    if (attribute === 'address') return shown.address(text);
    return attribute === 'url' ? shown.host(text) : shown.text(text);
  };
  return words.flatMap(part => {
    if (typeof part === 'string') return own(part);
    return part.values.flatMap((text, index) => [
      own(index === 0 ? '' : ', '),
      value(show(text, part.attribute)),
    ]);
  });
}

/** The most severe first, then in the order of the names. The order of the plan decides about the rest. */
export function byGravity(one: Risk, other: Risk): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    riskNames.indexOf(one.name) - riskNames.indexOf(other.name)
  );
}
