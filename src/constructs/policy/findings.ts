import { TerraformElement, TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import { type Block, blocksOf } from '../checks/blocks';
import type { resourceTypes } from '../gen/secret-arguments';
import { addressOf } from './acceptances';
import type { AppliedPolicy } from './applied-policies';
import { factsOfEndpoint, factsOfKey } from './facts-of-block';
import { judgeEndpoint, judgeKey, type Verdict, type Violation } from './rules/judge';
import type { Unjudged } from './rules/judgement';
import type { Policy } from './rules/policy';

/**
 * A key or an endpoint of a stack.
 *
 * @internal
 */
export interface JudgedBlock {
  /** The construct; the stack itself for a block that only an override has made. */
  readonly construct: IConstruct;
  /** Address in Terraform, for example `svc_api_key.ci`. */
  readonly address: string;
  /** True if `count` or `for_each` makes several instances, or none. */
  readonly isRepeated: boolean;
}

/** @internal */
export interface PolicyBreach extends JudgedBlock, Violation {
  /** Scopes of the policies that the subject breaks in this way. */
  readonly scopes: readonly IConstruct[];
  /** True if one of these policies fails the synthesis. */
  readonly isStrict: boolean;
}

/** @internal */
export interface UnjudgedRule extends JudgedBlock, Unjudged {}

/** @internal */
export interface Findings {
  readonly findings: readonly PolicyBreach[];
  readonly unjudged: readonly UnjudgedRule[];
}

/**
 * Holds every key and endpoint in the finished configuration of a stack to the policies above it.
 *
 * @internal
 */
export function findingsIn(stack: TerraformStack, json: Block, policies: readonly AppliedPolicy[]): Findings {
  const constructs = elementsOf(stack);
  const findings = new Map<string, PolicyBreach>();
  const unjudged = new Map<string, UnjudgedRule>();
  for (const { labels, block } of blocksOf(json.resource, 2)) {
    const judge = judgeOf.get(labels[0])?.(block);
    const address = labels.join('.');
    const isRepeated = (block['count'] ?? block['for_each'] ?? undefined) !== undefined;
    const subject = { construct: constructs.get(address) ?? stack, address, isRepeated };
    const above = new Set(subject.construct.node.scopes);
    for (const applied of judge === undefined ? [] : policies.filter(({ scope }) => above.has(scope))) {
      const verdict = judge?.(applied.policy);
      for (const violation of verdict?.violations ?? []) add(findings, { ...subject, ...violation }, applied);
      for (const rule of verdict?.unjudged ?? [])
        unjudged.set(`${address} ${rule.rule}`, { ...subject, ...rule });
    }
  }
  return {
    findings: [...findings.values()].sort(byPlace),
    unjudged: [...unjudged.values()].sort(byPlace),
  };
}

type Judge = (block: Block) => (policy: Policy) => Verdict;

/** How a policy judges each type; undefined for one without rules. Facts are read once for all policies. */
const judges: Readonly<Record<(typeof resourceTypes)[number], Judge | undefined>> = {
  svc_api_key(block) {
    const facts = factsOfKey(block);
    return policy => judgeKey(policy, facts);
  },
  svc_webhook_endpoint(block) {
    const facts = factsOfEndpoint(block);
    return policy => judgeEndpoint(policy, facts);
  },
};

const judgeOf: ReadonlyMap<string | undefined, Judge | undefined> = new Map(Object.entries(judges));

/** Two policies with the same limit make one finding. */
function add(
  findings: Map<string, PolicyBreach>,
  found: JudgedBlock & Violation,
  { scope, isStrict }: AppliedPolicy,
): void {
  const key = [found.address, found.rule, found.found, found.remedy].join('\n');
  const before = findings.get(key);
  findings.set(key, {
    ...found,
    scopes: [...new Set([...(before?.scopes ?? []), scope])],
    isStrict: isStrict || before?.isStrict === true,
  });
}

/** The path in the JSON can be overridden, so constructs are found by their addresses. */
function elementsOf(stack: TerraformStack): ReadonlyMap<string, IConstruct> {
  const elements = stack.node
    .findAll()
    .filter(TerraformElement.isTerraformElement)
    .filter(element => TerraformStack.of(element) === stack);
  return new Map(elements.map(element => [addressOf(element), element] as const));
}

function byPlace(one: UnjudgedRule, other: UnjudgedRule): number {
  const [left, right] = [one, other].map(({ construct, address, rule }) =>
    [construct.node.path, address, rule].join('\n'),
  );
  return left === undefined || right === undefined || left === right ? 0 : left < right ? -1 : 1;
}
