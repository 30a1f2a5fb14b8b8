import type { Finding, Words } from '../../risks/finding';
import { type RiskName, riskNames, type Severity, severities, severityOf } from '../../risks/names';
import { sensitiveMark } from '../blanking';
import { type Group, groupedRisks } from '../grouped';
import type { Phrase, PhrasePart, Risk, Subject } from '../model';
import { nouns } from '../names';
import { name, own, phrase, value } from '../phrase';
import { isSensitive, type PlannedObject } from '../plan/planned-object';
import type { Judging } from './judging';

/** What a rule finds in the plan. */
export interface FoundInPlan {
  /** Of a risk, or of a rule of a policy. */
  readonly name: string;
  /** Where it is found, as the plan has it and as an entry of accepted-risks.json names it: two may look alike when shown. */
  readonly address: string;
  readonly planned?: PlannedObject | undefined;
  readonly object: Subject | null;
  readonly sentence: Phrase;
  readonly severity?: Severity;
}

/**
 * A risk as a report has it. Its object and its words are made when somebody reads them: of a plan of thousands, a comment shows
 * a few. A class: V8 makes literals with accessors slowly.
 */
export class FoundRisk implements FoundInPlan, Risk {
  constructor(
    readonly name: RiskName,
    readonly address: string,
    private readonly parts: () => readonly PhrasePart[],
    readonly detail: string,
    readonly severity: Severity = severityOf[name],
    readonly planned?: PlannedObject,
    private readonly subjectOf?: Judging['subjectOf'],
  ) {}

  get sentence(): Phrase {
    return phrase(this.parts());
  }

  get object(): Subject | null {
    return (this.planned && this.subjectOf?.(this.planned)) ?? null;
  }

  toJSON(): Risk {
    const { name, severity, object, sentence, detail } = this;
    return { name, severity, object, sentence, detail };
  }
}

/** An object of the plan, and what the rules say of it. */
export interface JudgedObject {
  readonly object: PlannedObject;
  readonly findings: readonly Finding[];
}

export const risksIn = (
  { object: planned, findings }: JudgedObject,
  judging: Judging,
): readonly FoundRisk[] =>
  findings.flatMap(({ risk, words, detail = '', severity }) => {
    if (risk === undefined) return [];
    const { subjectOf } = judging;
    const parts = () => {
      const { kind, label, address } = subjectOf(planned);
      return [
        own(`${nouns[kind]} `),
        name(label ?? address),
        own(' '),
        ...shownParts(words, planned, judging),
      ];
    };
    return new FoundRisk(risk, planned.address, parts, detail, severity, planned, subjectOf);
  });

/** Of values that the configuration marks as sensitive, nothing is shown. */
export function shownParts(words: Words, object: PlannedObject, { shown }: Judging): readonly PhrasePart[] {
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
export function worstFirst(risks: readonly FoundRisk[]): readonly FoundRisk[] {
  const rankOf = ([{ severity, name }]: Group<FoundRisk>) =>
    severities.indexOf(severity) * riskNames.length + riskNames.indexOf(name);
  return [...groupedRisks(risks)].sort((one, other) => rankOf(one) - rankOf(other)).flat();
}
