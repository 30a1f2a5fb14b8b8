import { TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Finding, UnjudgedRule } from './findings';
import { type AcceptedRisk, acceptedRisksFile, isExpired } from './rules/accepted-risks';

/**
 * Describes a finding: what is wrong, and what to do.
 *
 * @internal
 */
export function describeFinding(finding: Finding): string {
  const { construct, address, attribute, found, remedy, rule, scopes } = finding;
  // A block without a construct needs its whole address.
  const place = TerraformStack.isStack(construct) ? address : address.replace(/\..*$/s, '');
  const policies = scopes.map(scope => `"${nameOf(scope)}"`).join(' and ');
  return (
    `${place}.${attribute}: ${found} ${remedy} The policy on ${policies} has the rule ${rule}. To accept the ` +
    `finding for a time, call SvcPolicy.accept with this construct, or add an entry to ${acceptedRisksFile}.`
  );
}

/** The path of an App is empty. */
function nameOf(scope: IConstruct): string {
  return scope.node.path || 'App';
}

/**
 * Says which rules nobody has judged, in one message for one construct.
 *
 * @internal
 */
export function describeUnjudged(rules: readonly UnjudgedRule[]): string {
  const attributes = rules.map(({ address, attribute }) => `${address}.${attribute}`);
  return (
    `Only Terraform knows ${[...new Set(attributes)].join(' and ')}, so synthesis has not judged the policy rules ` +
    `${[...new Set(rules.map(({ rule }) => rule))].join(', ')}. Judge the plan: npx cdktf-provider-svc report PLAN ` +
    '--policy FILE.'
  );
}

/** @internal */
export function describeIdle(entry: AcceptedRisk, today: string): string {
  const { rule, address, expires } = entry;
  const what = isExpired(entry, today) ? `expired on ${expires}` : 'has no finding in this stack';
  return (
    `The acceptance of ${rule} at ${address} ${what}. Remove it from the code or from ${acceptedRisksFile}, or it ` +
    'will hide a later finding. An address has the key of an instance, such as [0], if the block has count or for_each.'
  );
}
