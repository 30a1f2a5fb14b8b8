import { InvalidArgumentError } from 'commander';
import { didYouMean } from '../../constructs/checks/did-you-mean';
import { isBlind, stoppedBy } from '../../report/gates';
import type { Report } from '../../report/model';
import { type Gate, gateNames, riskNames } from '../../risks/names';

/** A gate of the user was hit. The command has done its work, and exits with 3. */
export class GateHit extends Error {
  override readonly name = 'GateHit';

  constructor(
    message: string,
    readonly exitCode = 3,
  ) {
    super(message);
  }
}

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
 * @throws {GateHit} if a gate stops the plan
 * @throws {Error} if planning failed, or if the report shows too little to say that the gates are passed
 */
export function enforceGates({ gate, notes }: Pick<Report, 'gate' | 'notes'>): void {
  if (gate !== null && gate.stopped.length > 0)
    throw new GateHit(`--fail-on: the plan has ${stoppedBy(gate)}.`);
  const failed = notes.find(({ name }) => name === 'errored');
  if (failed !== undefined) throw new Error(failed.sentence);
  const blind = notes.find(({ name }) => isBlind(name, gate?.names ?? []));
  if (blind !== undefined)
    throw new Error(`--fail-on cannot judge this plan. ${blind.sentence} Report a plan that shows all.`);
}
