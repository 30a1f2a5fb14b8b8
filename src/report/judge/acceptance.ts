import {
  type AcceptedRisk,
  isExpired,
  isForStack,
  isTooLong,
  judgementOf,
  longestDays,
} from '../../constructs/policy/rules/accepted-risks';
import { ruleNames } from '../../constructs/policy/rules/policy';
import type { Blanking } from '../blanking';
import { groupedBy } from '../grouped';
import type { AcceptedFinding, Note, PolicyFinding } from '../model';
import type { FoundInPlan } from './found';
import type { Judging } from './judging';

export interface Acceptance {
  /** What somebody accepts, with the entry that does. */
  readonly accepted: ReadonlyMap<FoundInPlan, AcceptedRisk>;
  /** Entries that have expired, accept nothing, or may be for another stack. */
  readonly idle: readonly PolicyFinding[];
}

/** Marks what somebody accepts, and finds what is wrong with the entries. */
export function acceptance(
  found: readonly FoundInPlan[],
  notes: readonly Note[],
  judging: Judging,
): Acceptance {
  const { entries: given, today, stack } = judging.accepted ?? { entries: [], today: '' };
  const entries = given.filter(entry => isForStack(entry, stack));
  const ofUnknownStack = given.filter(entry => stack === undefined && entry.stack !== undefined);
  const entriesAt = groupedBy(entries, ({ address }) => address);
  const accepted = new Map<FoundInPlan, AcceptedRisk>();
  const used = new Set<AcceptedRisk>();
  for (const one of found) {
    const fitting = (entriesAt.get(one.address) ?? []).filter(entry => covers(entry, one));
    for (const entry of fitting) used.add(entry);
    const holding = fitting.find(entry => !isExpired(entry, today));
    if (holding !== undefined) accepted.set(one, holding);
  }
  // What a part of a plan does not list may still be there.
  const isWhole =
    judging.mode === 'changes' && !notes.some(({ name }) => ['errored', 'incomplete'].includes(name));
  const isJudged = ({ rule }: AcceptedRisk) =>
    isWhole && !(ruleNames.includes(rule) && judging.policy === undefined);
  const idle = entries.filter(entry => isExpired(entry, today) || (!used.has(entry) && isJudged(entry)));
  const complaint = (entry: AcceptedRisk, otherwise: string): PolicyFinding => ({
    rule: entry.rule,
    level: 'warning',
    object: null,
    address: judging.shown.address(entry.address),
    sentence: whyExpired(entry, today) ?? otherwise,
  });
  return {
    accepted,
    idle: [
      ...idle.map(entry => complaint(entry, unused)),
      ...ofUnknownStack.map(entry => complaint(entry, unknownStack)),
    ],
  };
}

/** Who accepts an unrestricted key does not accept that its removal leaves it working. */
const covers = ({ rule }: AcceptedRisk, found: FoundInPlan): boolean =>
  rule === found.name ||
  (judgementOf(rule) === judgementOf(found.name) && found.planned?.after !== undefined);

const unused = 'An entry accepts this, and the plan has no such finding. Remove it, or it hides a later one.';
const unknownStack =
  'An entry accepts this for one stack, and nothing tells of which stack this plan is. Name the plan in the synthesized folder of its stack.';

function whyExpired(entry: AcceptedRisk, today: string): string | undefined {
  if (isTooLong(entry, today))
    return `The entry for this ends more than ${longestDays} days from now, so it accepts nothing. Name an earlier day.`;
  return isExpired(entry, today)
    ? `The entry that accepts this expired on ${entry.expires}. Remove it, or have it reviewed anew.`
    : undefined;
}

export const acceptedFindingsOf = ({ accepted }: Acceptance, shown: Blanking): readonly AcceptedFinding[] =>
  [...accepted].map(([{ name, object, address, severity, sentence }, { reason, expires }]) => ({
    rule: name,
    object,
    address: shown.address(address),
    severity: severity ?? null,
    sentence: sentence.text,
    reason: shown.text(reason),
    expires,
  }));
