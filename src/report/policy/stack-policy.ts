import * as z from 'zod';
import { isRuleName, type RuleName } from '../../constructs/policy/rules/policy';
import { saysSomething } from '../../constructs/policy/rules/reason';
import type { AcceptedFinding } from '../model';

const reason = z.object({
  path: z.string(),
  rule: z.custom<RuleName>(isRuleName),
  reason: z.string().refine(saysSomething),
});

/** `svc-policy.json`, which a synthesis writes beside `cdk.tf.json` (src/constructs/policy/policy-file.ts). */
const policyFile = z.object({
  version: z.literal(1),
  accepted: z.array(reason.extend({ address: z.string(), attribute: z.string(), found: z.string() })),
  staleAcceptances: z.array(reason),
});

/** What the program of a stack accepts. */
export interface StackPolicy {
  readonly accepted: readonly (AcceptedFinding & { readonly address: string })[];
  readonly staleAcceptances: z.infer<typeof policyFile>['staleAcceptances'];
}

/** Returns undefined for JSON of another version. */
export function parseStackPolicy(json: unknown): StackPolicy | undefined {
  const { data } = policyFile.safeParse(json);
  if (data === undefined) return undefined;
  const accepted = data.accepted.map(({ attribute, found, ...finding }) => ({
    ...finding,
    sentence: `${attribute}: ${found}`,
  }));
  return { ...data, accepted };
}
