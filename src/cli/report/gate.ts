import { InvalidArgumentError } from 'commander';
import type { Report } from '../../report/model';
import { didYouMean } from '../../risks/did-you-mean';
import { type RiskName, riskNames } from '../../risks/names';

/** A gate of the user was hit. The command has done its work, and exits with 3. */
export class GateHit extends Error {
  override readonly name = 'GateHit';
  readonly exitCode = 3;
}

/** A risk, or `policy` for a resource that breaks a rule of `--policy`, or whose rule cannot be judged. */
export type Gate = RiskName | 'policy';

const gateNames: readonly Gate[] = ['policy', ...riskNames];

/** Parses `--fail-on a,b`. */
export function gates(text: string, before: readonly Gate[] = []): readonly Gate[] {
  const names = text.split(',').map(name => name.trim());
  return [...before, ...names.map(gate)];
}

function gate(text: string): Gate {
  const found = gateNames.find(name => name === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(
    `No risk is called ${JSON.stringify(text.slice(0, 80))}. ${didYouMean(text, gateNames)}Risks are: ${riskNames.join(', ')}.`,
  );
}

/**
 * @throws {GateHit} if the report has a risk of these names, or a finding of a policy
 * @throws {Error} if planning failed, or if the report shows too little to say that the gates are passed
 */
export function enforceGates(report: Report, names: readonly Gate[]): void {
  enforceFound(report, names);
  const failed = report.notes.find(({ name }) => name === 'errored');
  if (failed !== undefined) throw new Error(failed.sentence);
  const blind = report.notes.find(({ name }) => blindFor(name, names));
  if (blind !== undefined)
    throw new Error(`--fail-on cannot judge this plan. ${blind.sentence} Report a plan that shows all.`);
}

/** Returns whether a report with this note may lack what a gate looks for. */
function blindFor(note: string, names: readonly Gate[]): boolean {
  if (note === 'incomplete') return names.includes('policy');
  if (note === 'self-revoke-unguarded') return names.includes('self-revoke');
  return names.length > 0 && ['not-refresh-only', 'unknown-action', 'unknown-format'].includes(note);
}

function enforceFound(report: Report, names: readonly Gate[]): void {
  const counts = gateNames
    .filter(name => names.includes(name))
    .map(name => [name, countOf(report, name)] as const)
    .filter(([, count]) => count > 0);
  if (counts.length === 0) return;
  throw new GateHit(
    `--fail-on: the plan has ${counts.map(([name, count]) => `${name} (${count})`).join(', ')}.`,
  );
}

function countOf({ risks, policy }: Report, name: Gate): number {
  if (name === 'policy') return policy.filter(({ level }) => level === 'error').length;
  return risks.filter(risk => risk.name === name).length;
}
