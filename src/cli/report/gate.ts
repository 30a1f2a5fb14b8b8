import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../../provider/did-you-mean';
import type { Report } from '../../report/model';
import { type RiskName, riskNames } from '../../risks/names';

/** A gate of the user was hit. The command has done its work, and exits with 3. */
export class GateHit extends Error {
  override readonly name = 'GateHit';
  readonly exitCode = 3;
}

/** Parses `--fail-on a,b`. */
export function gates(text: string, before: readonly RiskName[] = []): readonly RiskName[] {
  const names = text.split(',').map(name => name.trim());
  return [...before, ...names.map(riskName)];
}

function riskName(text: string): RiskName {
  const found = riskNames.find(name => name === text);
  if (found !== undefined) return found;
  throw new InvalidArgumentError(
    `No risk is called ${JSON.stringify(text.slice(0, 80))}. ${didYouMean(text, riskNames)}Risks are: ${riskNames.join(', ')}.`,
  );
}

/** @throws {GateHit} if the report has a risk of these names */
export function enforceGates({ risks }: Report, names: readonly RiskName[]): void {
  const hit = riskNames.filter(name => names.includes(name) && risks.some(risk => risk.name === name));
  if (hit.length === 0) return;
  const counts = hit.map(name => `${name} (${risks.filter(risk => risk.name === name).length})`);
  throw new GateHit(`--fail-on: the plan has ${counts.join(', ')}.`);
}
