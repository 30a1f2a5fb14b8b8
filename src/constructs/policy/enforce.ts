import { AnnotationMetadataEntryType, Annotations, type ISynthesisSession, type TerraformStack } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Block } from '../checks/blocks';
import { onSynthesis } from '../delivery/custom-synthesis';
import { acceptedInCode, acceptedInFile } from './acceptances';
import { policiesWithin } from './applied-policies';
import { type Findings, findingsIn } from './findings';
import { describeFinding, describeUnjudged } from './messages';
import { outcomeOf } from './outcome';
import { writePolicyFiles } from './policy-file';

/** The synthesis that is about to write a stack. A test that asks for the JSON alone has none. */
const sessions = new WeakMap<TerraformStack, ISynthesisSession>();

/**
 * Prepares a stack, so that `enforcePolicies` can write beside it.
 *
 * @internal
 */
export function prepareForPolicies(stack: TerraformStack): void {
  onSynthesis(stack, session => {
    sessions.set(stack, session);
    // A synthesis that fails before the JSON must not leave its session to a later one.
    queueMicrotask(() => sessions.delete(stack));
  });
}

/**
 * Holds a finished stack to its policies.
 *
 * @param today the day in UTC, which decides about accepted risks
 * @throws Error with the findings of policies that fail the synthesis
 * @internal
 */
export function enforcePolicies(stack: TerraformStack, json: Block, today: string): void {
  const session = sessions.get(stack);
  sessions.delete(stack);
  const policies = policiesWithin(stack);
  const accepted = acceptedInCode(stack);
  const outcome =
    policies.length === 0
      ? nothing
      : outcomeOf(findingsIn(stack, json, policies), [...accepted, ...acceptedInFile(stack)], today);
  const errors = outcome.findings.filter(({ isStrict }) => isStrict);
  if (errors.length > 0) {
    const lines = errors.map(finding => `[${finding.construct.node.path}] ${describeFinding(finding)}`);
    throw new Error(lines.join('\n'));
  }
  annotate(stack, outcome, session);
  if (session !== undefined) writePolicyFiles(stack, session, policies, accepted);
}

const nothing: Findings = { findings: [], unjudged: [] };
const { WARN, INFO } = AnnotationMetadataEntryType;

function annotate(
  stack: TerraformStack,
  { findings, unjudged }: Findings,
  session: ISynthesisSession | undefined,
): void {
  const add = (construct: IConstruct, level: AnnotationMetadataEntryType, message: string) => {
    annotateOnce(construct, level, message);
    if (session !== undefined) show(stack, session, { constructPath: construct.node.path, level, message });
  };
  for (const finding of findings) add(finding.construct, WARN, describeFinding(finding));
  for (const construct of new Set(unjudged.map(rule => rule.construct))) {
    add(construct, INFO, describeUnjudged(unjudged.filter(rule => rule.construct === construct)));
  }
}

function annotateOnce(construct: IConstruct, level: AnnotationMetadataEntryType, message: string): void {
  if (construct.node.metadata.some(({ type, data }) => type === level && data === message)) return;
  if (level === WARN) Annotations.of(construct).addWarning(message);
  else Annotations.of(construct).addInfo(message);
}

/** cdktf has collected the annotations for its CLI before it asks for the JSON, so later ones are added here. */
function show(
  stack: TerraformStack,
  { manifest }: ISynthesisSession,
  annotation: { constructPath: string; level: AnnotationMetadataEntryType; message: string },
): void {
  const { annotations } = manifest.forStack(stack);
  const { constructPath, message } = annotation;
  if (!annotations.some(known => known.constructPath === constructPath && known.message === message)) {
    annotations.push(annotation);
  }
}
