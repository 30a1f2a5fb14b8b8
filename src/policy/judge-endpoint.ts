import type { EndpointFacts, Names } from './facts';
import { matchesHost } from './hosts';
import type { Policy } from './policy';
import { type Judgement, judgeEach } from './verdict';

/** @internal */
export function allowedHosts(policy: Policy, { host }: EndpointFacts): Judgement {
  const allowed = policy.allowedHosts ?? [];
  return judgeEach(host, name => {
    if (allowed.some(pattern => matchesHost(pattern, name))) return 'kept';
    const remedy =
      allowed.length === 0
        ? 'The policy allows no host.'
        : `Deliver to one of the allowed hosts: ${allowed.join(', ')}.`;
    return { found: `The host ${name} is not allowed.`, remedy };
  });
}

/** @internal */
export function requireWriteOnlySecrets(_: Policy, { hasStoredSecret }: EndpointFacts): Judgement {
  if (!hasStoredSecret) return 'kept';
  return {
    found: 'The signing secret is given by secret, so saved plans and the state hold it.',
    remedy: 'Give it by secret_wo, with secret_wo_version.',
  };
}

/** @internal */
export function maxEvents(policy: Policy, { events }: EndpointFacts): Judgement {
  const { maxEvents: most = Number.POSITIVE_INFINITY } = policy;
  return judgeEach(events, names => {
    const { least, largest } = countOf(names);
    if (largest <= most) return 'kept';
    if (least <= most) return 'unknown';
    return {
      found: `The endpoint subscribes to ${least} event types, and ${most} ${most === 1 ? 'is' : 'are'} allowed.`,
      remedy: 'Leave out event types, or divide them among endpoints.',
    };
  });
}

/** Returns the smallest and the largest number of different names. */
function countOf(names: Names | undefined): { least: number; largest: number } {
  if (names === undefined) return { least: 0, largest: 0 };
  const certain = names.items.filter(({ values, isComplete }) => isComplete && values.length === 1);
  const distinct = new Set(certain.flatMap(({ values }) => values)).size;
  if (!names.isComplete) return { least: 0, largest: Number.POSITIVE_INFINITY };
  return { least: distinct, largest: distinct + names.items.length - certain.length };
}
