import type { Finding, Words } from '../../risks/finding';
import { type RiskName, riskNames, severities, severityOf } from '../../risks/names';
import { nouns } from '../actions';
import { sensitiveMark } from '../blanking';
import type { Part, Phrase, Risk, Subject } from '../model';
import { name, own, partsOf, phrase } from '../phrase';
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

/** Renders a finding as a risk. */
export function riskOf(
  { risk, words, detail = '', severity }: RiskFinding,
  judged: JudgedObject,
  judging: Judging,
): Risk {
  const { subject } = judged;
  const sentence = phrase(() => [
    own(`${nouns[subject.kind]} `),
    nameOf(subject),
    own(' '),
    ...shownParts(words, judged, judging),
  ]);
  return { name: risk, severity: severity ?? severityOf[risk], object: subject, sentence, detail };
}

export const risksOf = (findings: readonly Finding[], judged: JudgedObject, judging: Judging) =>
  findings.filter(isRisk).map(finding => riskOf(finding, judged, judging));

const isRisk = (finding: Finding): finding is RiskFinding => finding.risk !== undefined;

type RiskFinding = Finding & { readonly risk: RiskName };

/** Of values that the configuration marks as sensitive, nothing is shown. */
function shownParts(words: Words, { object }: JudgedObject, { shown }: Judging): readonly Part[] {
  return partsOf(words, (text, attribute) => {
    if (isSensitive(object, attribute)) return sensitiveMark;
    if (attribute === 'address') return shown.address(text);
    return attribute === 'url' ? shown.host(text) : shown.text(text);
  });
}

/** The most severe first, then in the order of the names. The order of the plan decides about the rest. */
export function byGravity(one: Risk, other: Risk): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    riskNames.indexOf(one.name) - riskNames.indexOf(other.name)
  );
}
