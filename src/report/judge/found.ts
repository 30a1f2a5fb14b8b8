import type { Finding, Words } from '../../risks/finding';
import { type RiskName, riskNames, type Severity, severities, severityOf } from '../../risks/names';
import { nouns } from '../actions';
import { sensitiveMark } from '../blanking';
import type { Part, Phrase, Risk, Subject } from '../model';
import { name, own, phrase, value } from '../phrase';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import type { Judging } from './judging';

/** What a rule finds in the plan. Nothing of it is worded before somebody has accepted it, or not. */
export interface Found {
  /** Name of a risk, or of a rule of a policy. */
  readonly rule: string;
  /** Where it is found, as the plan has it and as an entry of accepted-risks.json names it: two may look alike when shown. */
  readonly address: string;
  readonly object?: PlannedObject | undefined;
  readonly sentence: Phrase;
  /** Of a risk. */
  readonly severity?: Severity;
}

export interface FoundRisk extends Found {
  readonly rule: RiskName;
  readonly severity: Severity;
  readonly detail: string;
}

/** An object of the plan, and what the rules say of it. */
export interface JudgedObject {
  readonly object: PlannedObject;
  readonly findings: readonly Finding[];
}

/** @param parts puts the sentence together */
export const found = (
  rule: RiskName,
  address: string,
  parts: () => readonly Part[],
  { severity = severityOf[rule], ...more }: Pick<FoundRisk, 'detail' | 'object'> & { severity?: Severity },
): FoundRisk => ({ rule, address, sentence: phrase(parts), severity, ...more });

/** Returns the risks among the findings. */
export const risksIn = ({ object, findings }: JudgedObject, judging: Judging): readonly FoundRisk[] =>
  findings.flatMap(({ risk, words, detail = '', severity = risk && severityOf[risk] }) => {
    const parts = () => [
      ...nameOf(judging.subjectOf(object)),
      own(' '),
      ...shownParts(words, object, judging),
    ];
    return risk && severity ? [found(risk, object.address, parts, { detail, object, severity })] : [];
  });

/** Kind and name by which sentences call an object. */
export const nameOf = ({ kind, label, address }: Subject): readonly Part[] => [
  own(`${nouns[kind]} `),
  name(label ?? address),
];

/** Renders a sentence without its subject, for the line of a change. */
export const sentenceOf = (words: Words, object: PlannedObject, judging: Judging): Phrase =>
  phrase(() => shownParts(words, object, judging));

export const riskOf = (
  { rule, severity, object, sentence, detail }: FoundRisk,
  { subjectOf }: Judging,
): Risk => ({
  name: rule,
  severity,
  // A comment names a few of thousands.
  get object() {
    return object === undefined ? null : subjectOf(object);
  },
  sentence,
  detail,
});

/** Of values that the configuration marks as sensitive, nothing is shown. */
function shownParts(words: Words, object: PlannedObject, { shown }: Judging): readonly Part[] {
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
export function byGravity(one: FoundRisk, other: FoundRisk): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    riskNames.indexOf(one.rule) - riskNames.indexOf(other.rule)
  );
}
