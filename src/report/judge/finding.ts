import { type RiskName, riskNames, type Severity, severities, severityOf } from '../../risks/names';
import type { Phrase, Risk, Subject } from '../model';

/** What the judgement of one object returns: risks, and the words for its line among the changes. */
export interface Judgement {
  readonly risks: readonly Risk[];
  /** Returns the words when somebody reads them: of a plan of thousands, a comment shows a few. */
  readonly sentences: () => readonly Phrase[];
}

export function riskOf(
  name: RiskName,
  object: Subject | null,
  sentence: Phrase,
  details: readonly string[] = [],
  severity: Severity = severityOf[name],
): Risk {
  return { name, severity, object, sentence, details };
}

/** The most severe first, then in the order of the names. The order of the plan decides about the rest. */
export function byGravity(one: Risk, other: Risk): number {
  return (
    severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
    riskNames.indexOf(one.name) - riskNames.indexOf(other.name)
  );
}
