import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { acceptedRisksFile, dayInUtc, readAcceptedRisks } from '../../constructs/policy/rules/accepted-risks';
import { readPolicy, ruleNames } from '../../constructs/policy/rules/policy';
import type { ReportOptions } from '../../report/report-options';
import { riskNames } from '../../risks/names';
import { stackOf } from './read-plan';

/** Reads the policy, and what is accepted. The file of a cdktf stack's plan names the stack. */
export async function policyOptions({
  policy,
  acceptedRisks = existsSync(acceptedRisksFile) ? acceptedRisksFile : undefined,
  plan,
}: {
  readonly policy: string | undefined;
  readonly acceptedRisks: string | undefined;
  readonly plan: string;
}): Promise<Pick<ReportOptions, 'policy' | 'accepted'>> {
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
    throw new Error(`${what} ${file} is wrong. ${error instanceof Error ? error.message : error}`);
  }
}
