import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { acceptedRisksFile, dayInUtc, readAcceptedRisks } from '../../constructs/policy/rules/accepted-risks';
import { InvalidPolicy, readPolicy, ruleNames } from '../../constructs/policy/rules/policy';
import type { ReportOptions } from '../../report/report-options';
import { riskNames } from '../../risks/names';
import { stackOf } from './read-plan';

export interface PolicySources {
  /** File with the rules. */
  readonly policy: string | undefined;
  /** File with accepted risks. @default accepted-risks.json, if this folder has it */
  readonly acceptedRisks: string | undefined;
  /** Folder of a synthesized stack, such as `cdktf.out/stacks/prod`. */
  readonly stack: string | undefined;
  /** The file of the plan. That of a cdktf stack names the stack. */
  readonly plan: string;
}

/** Reads the policy, and what is accepted: by hand, and in the code of a stack. */
export async function policyOptions({
  policy,
  acceptedRisks,
  stack,
  plan,
}: PolicySources): Promise<Pick<ReportOptions, 'policy' | 'accepted'>> {
  if (stack !== undefined) refuseOtherFolder(stack);
  const files = [
    ...(acceptedRisks === undefined ? entriesIn('.') : [acceptedRisks]),
    ...(stack === undefined ? [] : entriesIn(stack)),
  ];
  // In the folder of the stack, both are one file.
  const distinct = new Set(files.map(file => resolve(file)));
  const readEntries = (text: string) => readAcceptedRisks(text, [...ruleNames, ...riskNames]);
  const entries = [...distinct].map(file => read(file, 'The file', readEntries));
  return {
    policy: policy === undefined ? undefined : await read(policy, 'The policy', readPolicy),
    accepted: {
      entries: (await Promise.all(entries)).flat(),
      today: dayInUtc(Date.now()),
      stack: stack === undefined ? stackOf(plan) : basename(resolve(stack)),
    },
  };
}

async function read<Result>(file: string, what: string, parse: (text: string) => Result): Promise<Result> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Error(`${what} ${file} cannot be read: ${error instanceof Error ? error.message : error}.`);
  });
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof InvalidPolicy) throw new Error(`${what} ${file} is wrong. ${error.message}`);
    throw error;
  }
}

const entriesIn = (folder: string) => [join(folder, acceptedRisksFile)].filter(file => existsSync(file));

function refuseOtherFolder(stack: string): void {
  if (['cdk.tf.json', 'cdk.tf'].some(name => existsSync(join(stack, name)))) return;
  throw new Error(
    `${stack} is no synthesized stack. Name a folder such as cdktf.out/stacks/NAME, after cdktf synth.`,
  );
}
