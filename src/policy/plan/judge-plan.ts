import { judgeEndpoint, judgeKey } from '../judge';
import type { Policy } from '../policy';
import type { Unjudged, Verdict, Violation } from '../verdict';
import { type PlannedValues, plannedEndpoint, plannedKey } from './planned-facts';

/** A managed resource of a plan, changed or not. */
export interface PlannedResource extends PlannedValues {
  /** Address in Terraform, for example `svc_api_key.ci["a"]`. */
  readonly address: string;
  /** Type of the resource, for example `svc_api_key`. */
  readonly type: string;
}

/** What a policy says about a plan: the violations and the rules that cannot be judged, each with its address. */
export interface PlanVerdict {
  readonly violations: readonly (Violation & { readonly address: string })[];
  readonly unjudged: readonly (Unjudged & { readonly address: string })[];
}

/**
 * Holds the resources of a plan to a policy, in the order of their addresses. It skips resources that the plan
 * deletes, and those of other providers.
 */
export function judgePlan(policy: Policy, resources: readonly PlannedResource[]): PlanVerdict {
  const verdicts = [...resources].sort(byAddress).map(resource => {
    const { violations, unjudged } = judgeResource(policy, resource);
    const { address } = resource;
    return {
      violations: violations.map(violation => ({ address, ...violation })),
      unjudged: unjudged.map(rule => ({ address, ...rule })),
    };
  });
  return {
    violations: verdicts.flatMap(({ violations }) => violations),
    unjudged: verdicts.flatMap(({ unjudged }) => unjudged),
  };
}

function judgeResource(policy: Policy, planned: PlannedResource): Verdict {
  const isDeleted = planned.after === null || planned.after === undefined;
  if (!isDeleted && planned.type === 'svc_api_key') return judgeKey(policy, plannedKey(planned));
  if (!isDeleted && planned.type === 'svc_webhook_endpoint') {
    return judgeEndpoint(policy, plannedEndpoint(planned));
  }
  return { violations: [], unjudged: [] };
}

function byAddress(one: PlannedResource, other: PlannedResource): number {
  return one.address < other.address ? -1 : Number(one.address > other.address);
}
