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
import type { AcceptedFinding, PolicyFinding, Report, Subject } from '../model';
import type { ReportOptions } from '../report-options';

type Judged = Pick<Report, 'risks' | 'policy' | 'accepted'>;

/** Takes out of risks and findings what somebody accepts, and adds what is wrong with the entries. */
export function acceptance(
  { risks, policy, notes }: Pick<Report, 'risks' | 'policy' | 'notes'>,
  judging: Judging,
  options: ReportOptions,
): Judged {
  const { accepted: given = { entries: [], today: '' }, mode } = options;
  const entries = given.entries.filter(entry => isForStack(entry, given.stack));
  if (entries.length === 0) return { risks, policy, accepted: [] };
  const acceptor = new Acceptor(entries, given.today, judging);
  const left = {
    risks: risks.filter(({ name, object, sentence }) => !acceptor.accepts(name, object, () => sentence.text)),
    policy: policy.filter(({ rule, object, sentence }) => !acceptor.accepts(rule, object, () => sentence)),
  };
  // What a part of a plan does not list may still be there.
  const isWhole = mode === 'changes' && !notes.some(({ name }) => ['errored', 'incomplete'].includes(name));
  const isJudged = ({ rule }: AcceptedRisk) => isWhole && !(isRuleName(rule) && options.policy === undefined);
  const isIdle = (entry: AcceptedRisk) => !acceptor.used.has(entry) && isJudged(entry);
  const said = entries.filter(entry => isExpired(entry, given.today) || isIdle(entry));
  const complaints = said.map(entry => complaint(entry, judging, given.today));
  return { ...left, policy: [...left.policy, ...complaints], accepted: acceptor.accepted };
}

class Acceptor {
  readonly used = new Set<AcceptedRisk>();
  readonly accepted: AcceptedFinding[] = [];
  readonly #entriesAt: ReadonlyMap<string, readonly AcceptedRisk[]>;

  constructor(
    entries: readonly AcceptedRisk[],
    private readonly today: string,
    private readonly judging: Judging,
  ) {
    this.#entriesAt = groupedBy(entries, ({ address }) => address);
  }

  accepts(rule: string, object: Subject | null, sentence: () => string): boolean {
    if (object === null) return false;
    const found = this.#entriesAt.get(plannedAddressOf(object)) ?? [];
    const fitting = found.filter(entry => covers(entry, rule, this.judging));
    for (const entry of fitting) this.used.add(entry);
    const holding = fitting.find(entry => !isExpired(entry, this.today));
    if (holding === undefined) return false;
    const reason = this.judging.shown.text(holding.reason);
    this.accepted.push({ rule, object, sentence: sentence(), reason, expires: holding.expires });
    return true;
  }
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
