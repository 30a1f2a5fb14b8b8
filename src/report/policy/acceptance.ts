import {
  type AcceptedRisk,
  isExpired,
  isForStack,
  judgementOf,
} from '../../constructs/policy/rules/accepted-risks';
import { isRuleName } from '../../constructs/policy/rules/policy';
import { groupedBy } from '../grouped';
import type { Judging } from '../judge/judging';
import { plannedAddressOf } from '../judge/subject';
import type { AcceptedFinding, PolicyFinding, Report, Risk, Subject } from '../model';
import type { ReportOptions } from '../report-options';

type Judged = Pick<Report, 'risks' | 'policy' | 'accepted'>;

/** Takes out of risks and findings what somebody accepts, and adds what is wrong with the entries. */
export function acceptance(
  { risks, policy, notes }: Pick<Report, 'risks' | 'policy' | 'notes'>,
  judging: Judging,
  options: ReportOptions,
): Judged {
  const { today, stack, entries: all } = options.accepted ?? { today: '', stack: undefined, entries: [] };
  const entries = all.filter(entry => isForStack(entry, stack));
  if (entries.length === 0) return { risks, policy, accepted: [] };
  const entriesAt = groupedBy(entries, ({ address }) => address);
  const used = new Set<AcceptedRisk>();
  const accepted: AcceptedFinding[] = [];
  const isLeft = (rule: string, object: Subject | null, sentence: () => string): boolean => {
    const address = object === null ? undefined : plannedAddressOf(object);
    const fitting = (entriesAt.get(address ?? '') ?? []).filter(entry => covers(entry, rule, judging));
    for (const entry of fitting) used.add(entry);
    const holding = fitting.find(entry => !isExpired(entry, today));
    if (object === null || holding === undefined) return true;
    const { reason, expires } = holding;
    accepted.push({ rule, object, sentence: sentence(), reason: judging.shown.text(reason), expires });
    return false;
  };
  const left = {
    risks: risks.filter(({ name, object, sentence }: Risk) => isLeft(name, object, () => sentence.text)),
    policy: policy.filter(({ rule, object, sentence }) => isLeft(rule, object, () => sentence)),
  };
  // What a part of a plan does not list may still be there.
  const isWhole =
    options.mode === 'changes' && !notes.some(({ name }) => ['errored', 'incomplete'].includes(name));
  const isJudged = ({ rule }: AcceptedRisk) => isWhole && !(isRuleName(rule) && options.policy === undefined);
  const idle = entries.filter(entry => isExpired(entry, today) || (!used.has(entry) && isJudged(entry)));
  return {
    ...left,
    policy: [...left.policy, ...idle.map(entry => complaint(entry, judging, today))],
    accepted,
  };
}

/** Who accepts an unrestricted key does not accept that it leaves the state and goes on working. */
const covers = ({ rule, address }: AcceptedRisk, judged: string, { plannedAt }: Judging): boolean =>
  rule === judged ||
  (judgementOf(rule) === judgementOf(judged) && plannedAt.get(address)?.after !== undefined);

const complaint = (entry: AcceptedRisk, { shown }: Judging, today: string): PolicyFinding => ({
  rule: entry.rule,
  level: 'warning',
  object: null,
  address: shown.address(entry.address),
  sentence: isExpired(entry, today)
    ? `The entry that accepts this expired on ${entry.expires}. Remove it, or have it reviewed anew.`
    : 'An entry accepts this, and the plan has no such finding. Remove it, or it hides a later one.',
});
