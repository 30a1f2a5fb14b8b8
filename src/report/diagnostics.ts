import { unknownTenant } from '../risks/unknown-names';
import { shortened } from '../words/printable';
import type { Blanking } from './blanking';
import type { Report } from './model';
import { withoutKeys } from './plan/address';
import { type Json, jsonIn, member, textIn } from './plan/json';

/** What Terraform, or a provider, has said of a plan. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** Empty if it is about no block. */
  readonly address: string;
  readonly summary: string;
  readonly detail: string;
}

/** The output of `terraform plan -json`. */
export interface Output {
  readonly diagnostics: readonly Diagnostic[];
  /** Number of the lines that are no JSON: each may be an error that was cut off, or is in another encoding. */
  readonly unreadLines: number;
}

/** Other lines of JSON than diagnostics say nothing here. */
export function diagnosticsIn(output: string): Output {
  const lines = output.split('\n').filter(line => line.trim() !== '');
  const read = lines.map(jsonIn).filter(line => line !== undefined);
  return { diagnostics: read.flatMap(diagnosticOf), unreadLines: lines.length - read.length };
}

function diagnosticOf(line: Json): readonly Diagnostic[] {
  const diagnostic = member(line, 'diagnostic');
  const text = (name: string) => textIn(member(diagnostic, name)) ?? '';
  const severity = text('severity');
  if (severity !== 'error' && severity !== 'warning') return [];
  return [{ severity, address: text('address'), summary: text('summary'), detail: text('detail') }];
}

/** Core gives the diagnostics of a provider the address of their block, and hardly any other one. */
const isOurs = ({ address }: Diagnostic) =>
  /(?:^|\.)svc_\w+\.[^.]+$/.test(withoutKeys(address)) ||
  /(?:^|\.)provider\["[^"]*\/svc\/svc"\]/.test(address);

const longestDetail = 1000;
const longestSentence = 300;

/** Returns what this provider said, errors first. Only an error keeps its whole detail: that says what to type. */
export function saidOf(
  { diagnostics: all, unreadLines }: Output,
  shown: Blanking,
): Pick<Report, 'diagnostics' | 'otherDiagnostics' | 'unreadLines'> {
  const own = all.filter(isOurs);
  const said = own.map(({ severity, address, summary, detail }) => {
    const whole = shown.whole(detail);
    const text =
      severity === 'error'
        ? shortened(whole, longestDetail)
        : shortened(/^.*?\.(?= )/.exec(whole)?.[0] ?? whole, longestSentence);
    return { severity, address: shown.address(address), sentence: `${shown.text(summary)}. ${text}` };
  });
  const order = (one: (typeof said)[number]) => JSON.stringify([one.severity, one.address, one.sentence]);
  return {
    diagnostics: said.sort((one, other) => (order(one) < order(other) ? -1 : 1)),
    otherDiagnostics: all.length - own.length,
    unreadLines,
  };
}

/** Stands above the risks, since the apply probably fails. */
export const unknownTenantsIn = ({ diagnostics = [] }: Pick<Report, 'diagnostics'>) =>
  diagnostics.filter(({ sentence }) => sentence.startsWith(unknownTenant));
