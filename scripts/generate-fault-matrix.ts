/**
 * `npm run generate:fault-matrix`: writes docs/fault-matrix.md from the results of the tests in
 * test/terraform/faults. It is not part of `npm run generate`, since it needs a run with real Terraform.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type MatrixRow, matrixRows } from '../test/terraform/faults/fault-matrix';
import { others, said } from '../test/terraform/faults/rule-book/combinations';

const row = z.object({
  fault: z.string(),
  moment: z.string(),
  outcome: z.string(),
  isLeftOut: z.boolean().optional(),
});
const keyOf = ({ fault, moment }: Pick<MatrixRow, 'fault' | 'moment'>) => `${moment} ${fault}`;

const lines = readFileSync(matrixRows, 'utf8').trim().split('\n');
const parsed = lines.map(line => row.parse(JSON.parse(line)));
// A test that ran twice wrote two lines. The last one counts.
const shown = new Map(parsed.map(each => [keyOf(each), each]));

/** For a row with several platforms and states, `npm test` runs a covering choice (rule-book/combinations.ts). */
function runBy({ fault, moment, isLeftOut }: z.infer<typeof row>): string {
  const isOther = others.some(combination => moment.endsWith(`(${said(...combination)})`));
  const onBackend = moment.replace(/\(local state\)$/, '(HTTP backend)');
  const isSecondState = onBackend !== moment && shown.has(keyOf({ fault, moment: onBackend }));
  return isLeftOut || isOther || isSecondState ? '`npm run test:all`' : '`npm test`';
}

const cells = [...shown.values()]
  .sort((one, other) => keyOf(one).localeCompare(keyOf(other)))
  .map(each => `| ${each.moment} | ${each.fault} | ${each.outcome} | ${runBy(each)} |`);

const head = `# Fault matrix

What went wrong, when, and what was seen afterwards: ${cells.length} rows, written by the tests in
\`test/terraform/faults\` with real Terraform against the sandbox. A row stands here only after its test has found
that platform and state agree, that nothing is doubled or leaked, and that the next plan is empty; what is in no
state, the row says, and a warning has named it. Where the outcome is an error, nothing was touched. Rows that do
not say otherwise are of a platform that ignores Idempotency-Key. The last column says which command runs the row;
\`npm run test:all\` runs all of them. Made anew by \`npm run test:all\` and then \`npm run generate:fault-matrix\`.

| moment | fault | outcome | run by |
| --- | --- | --- | --- |
`;

writeFileSync('docs/fault-matrix.md', `${head}${cells.join('\n')}\n`);
