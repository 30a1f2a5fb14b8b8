import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
  /** The file of the plan. That of a cdktf stack names the stack. */
  readonly plan: string;
}

/** Reads the policy, and what is accepted. */
export async function policyOptions({
  policy,
  acceptedRisks = existsSync(acceptedRisksFile) ? acceptedRisksFile : undefined,
  plan,
}: PolicySources): Promise<Pick<ReportOptions, 'policy' | 'accepted'>> {
  const readEntries = (text: string) => readAcceptedRisks(text, [...ruleNames, ...riskNames]);
  return {
    policy: policy === undefined ? undefined : await read(policy, 'The policy', readPolicy),
    accepted: {
      entries: acceptedRisks === undefined ? [] : await read(acceptedRisks, 'The file', readEntries),
      today: dayInUtc(Date.now()),
      stack: stackOf(plan),
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
