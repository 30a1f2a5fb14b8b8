import * as z from 'zod';
import { isRuleName, type RuleName } from '../../policy/policy';
import { saysSomething } from '../../policy/reason';
import type { AcceptedFinding } from '../model';

const rule = z.custom<RuleName>(isRuleName);
const place = z.object({ path: z.string(), address: z.string(), rule, attribute: z.string() });
const finding = place.extend({ found: z.string(), remedy: z.string() });

/** `svc-policy.json`, which a synthesis writes beside `cdk.tf.json` (src/constructs/policy/policy-file.ts). */
const policyFile = z.object({
  version: z.literal(1),
  findings: z.array(finding),
  accepted: z.array(finding.extend({ reason: z.string().refine(saysSomething) })),
  unjudged: z.array(place),
  staleAcceptances: z.array(z.object({ path: z.string(), rule, reason: z.string() })),
});

type PolicyFile = z.infer<typeof policyFile>;

/** What the synthesis of a stack has said about its policies. */
export interface StackPolicy extends Pick<PolicyFile, 'findings' | 'unjudged' | 'staleAcceptances'> {
  readonly accepted: readonly (AcceptedFinding & { readonly address: string })[];
}

/** Returns undefined for JSON of another version. */
export function parseStackPolicy(json: unknown): StackPolicy | undefined {
  const { data } = policyFile.safeParse(json);
  if (data === undefined) return undefined;
  return {
    ...data,
    accepted: data.accepted.map(({ path, address, rule, attribute, found, reason }) => ({
      path,
      address,
      rule,
      sentence: `${attribute}: ${found}`,
      reason,
    })),
  };
}
