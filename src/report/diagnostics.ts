import { type Blanking, shortened } from './blanking';
import type { Report } from './model';
import { withoutKeys } from './plan/address';
import { jsonIn, member, textIn } from './plan/json';

/** What Terraform, or a provider, has said of a plan. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** Empty if it is about no block. */
  readonly address: string;
  readonly summary: string;
  readonly detail: string;
}

/** Reads the output of `terraform plan -json`. Other lines than its diagnostics say nothing here. */
export const diagnosticsIn = (output: string): readonly Diagnostic[] =>
  output.split('\n').flatMap(line => {
    const diagnostic = member(jsonIn(line), 'diagnostic');
    const text = (name: string) => textIn(member(diagnostic, name)) ?? '';
    const severity = text('severity');
    if (severity !== 'error' && severity !== 'warning') return [];
    return [{ severity, address: text('address'), summary: text('summary'), detail: text('detail') }];
  });

/** Core gives the diagnostics of a provider the address of their block, and hardly any other one. */
const isOurs = ({ address }: Diagnostic) =>
  /(?:^|\.)svc_\w+\.[^.]+$/.test(withoutKeys(address)) ||
  /(?:^|\.)provider\["[^"]*\/svc\/svc"\]/.test(address);

const longestDetail = 1000;

/** Returns what this provider said, errors first. Only an error keeps its whole detail: that says what to type. */
export function saidOf(
  all: readonly Diagnostic[],
  shown: Blanking,
): Pick<Report, 'diagnostics' | 'otherDiagnostics'> {
  const own = all.filter(isOurs);
  const said = own.map(({ severity, address, summary, detail }) => {
    const whole = shortened(shown.whole(detail), longestDetail);
    const text = severity === 'error' ? whole : (/^.*?[.:](?= |$)/.exec(whole)?.[0] ?? whole);
    return { severity, address: shown.address(address), sentence: `${shown.text(summary)}. ${text}` };
  });
  const order = (one: (typeof said)[number]) => JSON.stringify([one.severity, one.address, one.sentence]);
  return {
    diagnostics: said.sort((one, other) => (order(one) < order(other) ? -1 : 1)),
    otherDiagnostics: all.length - own.length,
  };
}
