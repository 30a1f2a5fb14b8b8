import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidPolicy, type Policy, readPolicy } from '../../constructs/policy/rules/policy';
import { policyJudge } from '../../report/policy/policy-judge';
import type { StackPolicy } from '../../report/policy/stack-policy';
import type { ReportOptions } from '../../report/report-options';

export interface PolicySources {
  /** File with the rules. */
  readonly policy: string | undefined;
  /** Folder of a synthesized stack, such as `cdktf.out/stacks/prod`. */
  readonly stack: string | undefined;
}

const noStackPolicy: StackPolicy = { accepted: [], staleAcceptances: [] };

/** Reads the policy and the stack that a report is to show. */
export async function policyOptions({
  policy: file,
  stack: folder,
}: PolicySources): Promise<Pick<ReportOptions, 'policy' | 'accepted'>> {
  const policy = file === undefined ? undefined : await policyIn(file);
  const stack = folder === undefined ? noStackPolicy : await readStack(folder);
  if (file === undefined && folder === undefined) return {};
  return { policy: policyJudge(policy ?? {}, stack), accepted: stack.accepted };
}

async function policyIn(file: string): Promise<Policy> {
  const text = await textIn(file, `The policy ${file}`);
  try {
    return readPolicy(text);
  } catch (error) {
    if (error instanceof InvalidPolicy) throw new Error(`The policy ${file} is wrong. ${error.message}`);
    throw error;
  }
}

async function readStack(folder: string): Promise<StackPolicy> {
  const file = join(folder, 'svc-policy.json');
  if (existsSync(file)) {
    const { parseStackPolicy } = await import('../../report/policy/stack-policy');
    const found = parseStackPolicy(jsonIn(await textIn(file, file)));
    if (found !== undefined) return found;
    throw new Error(
      `${file} is damaged, or was written by another version of this package. Synthesize the stack again.`,
    );
  }
  // A stack without a policy has no such file.
  if (['cdk.tf.json', 'cdk.tf'].some(name => existsSync(join(folder, name)))) return noStackPolicy;
  throw new Error(
    `${folder} is no synthesized stack. Name a folder such as cdktf.out/stacks/NAME, after cdktf synth.`,
  );
}

const textIn = (file: string, name: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${name} cannot be read: ${error instanceof Error ? error.message : error}.`);
  });

/** JSON.parse quotes the text in its message. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
