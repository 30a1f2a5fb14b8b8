import { TerraformStack } from 'cdktf';
import type { PolicyBreach, UnjudgedRule } from './findings';
import { acceptedRisksFile, longestDays } from './rules/accepted-risks';

/**
 * Describes a finding: what is wrong, and what to do.
 *
 * @internal
 */
export function describeFinding(finding: PolicyBreach): string {
  const { construct, address, attribute, found, remedy, rule, scopes } = finding;
  // A block without a construct needs its whole address.
  const place = TerraformStack.isStack(construct) ? address : address.replace(/\..*$/s, '');
  // The path of an App is empty.
  const policies = scopes.map(({ node }) => `"${node.path || 'App'}"`).join(' and ');
  return (
    `${place}.${attribute}: ${found} ${remedy} The policy on ${policies} has the rule ${rule}. To accept the ` +
    `finding for a time, call SvcPolicy.accept with this construct, or add an entry to ${acceptedRisksFile}. An entry accepts nothing after its day, or if that is more than ${longestDays} days from now.`
  );
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
