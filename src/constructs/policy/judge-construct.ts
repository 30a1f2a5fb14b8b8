import { existsSync, readFileSync } from 'node:fs';
import { TerraformElement, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { at } from '../checks/values';
import { riskNames } from '../gen/risk-names';
import type { resourceTypes } from '../gen/secret-arguments';
import { judgePlainEndpoint, judgePlainKey } from './plain-values';
import {
  type AcceptedRisk,
  acceptedRisksFile,
  isExpired,
  isForStack,
  judgementOf,
  readAcceptedRisks,
} from './rules/accepted-risks';
import type { PolicyFindings } from './rules/judge';
import { type Policy, ruleNames } from './rules/policy';

type Judge = (policy: Policy, construct: object) => PolicyFindings;

/** How a policy judges each type; undefined for one without rules. */
const judges: Readonly<Record<(typeof resourceTypes)[number], Judge | undefined>> = {
  svc_api_key: judgePlainKey,
  svc_webhook_endpoint: judgePlainEndpoint,
};

const judgeOf: ReadonlyMap<unknown, Judge | undefined> = new Map(Object.entries(judges));

/**
 * Holds a construct to a policy. A program may have two copies of this package, so its type is asked for, not its class.
 *
 * @param today the day in UTC, which decides about accepted risks
 * @returns a message for each finding that nobody accepts
 */
export function findingsOn(construct: IConstruct, policy: Policy, today: string): string[] {
  const type = at(construct, 'terraformResourceType');
  const judge = TerraformElement.isTerraformElement(construct) ? judgeOf.get(type) : undefined;
  const violations = judge?.(policy, construct).violations ?? [];
  if (violations.length === 0) return [];
  const holding = acceptedFor(construct).filter(entry => !isExpired(entry, today) && isFor(entry, construct));
  return violations
    .filter(({ rule }) => holding.every(entry => judgementOf(entry.rule) !== rule))
    .map(
      ({ attribute, found, remedy, rule }) =>
        `${type}.${attribute}: ${found} ${remedy} The policy has the rule ${rule}. ${howToAccept(construct)}`,
    );
}

function howToAccept(construct: IConstruct): string {
  const [address, key] = [addressOf(construct), at(construct, 'count') === undefined ? '["a"]' : '[0]'];
  const place = isRepeated(construct) ? `each instance, such as ${address}${key},` : address;
  return `To accept the finding for a time, add an entry for ${place} to ${acceptedRisksFile}.`;
}

const addressOf = (construct: IConstruct): string =>
  `${at(construct, 'terraformResourceType')}.${at(construct, 'friendlyUniqueId')}`;

const isRepeated = (construct: IConstruct): boolean =>
  (at(construct, 'count') ?? at(construct, 'forEach') ?? undefined) !== undefined;

/** Only Terraform knows the instances of `count` and `forEach`: if one is accepted, the report judges each of them. */
function isFor(entry: AcceptedRisk, construct: IConstruct): boolean {
  const address = addressOf(construct);
  return isRepeated(construct) ? entry.address.startsWith(`${address}[`) : entry.address === address;
}

/** Reads what people accept in the file beside the program. */
function acceptedFor(construct: IConstruct): readonly AcceptedRisk[] {
  if (!existsSync(acceptedRisksFile)) return [];
  try {
    const entries = readAcceptedRisks(readFileSync(acceptedRisksFile, 'utf8'), [...ruleNames, ...riskNames]);
    return entries.filter(entry => isForStack(entry, TerraformStack.of(construct).node.id));
  } catch (error) {
    throw new Error(`${acceptedRisksFile} cannot be used. ${error instanceof Error ? error.message : error}`);
  }
}
