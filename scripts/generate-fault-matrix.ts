/**
 * `npm run generate:fault-matrix`: writes docs/fault-matrix.md from the results of the tests in
 * test/terraform/faults. It is not part of `npm run generate`, since it needs a run with real Terraform.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type MatrixRow, matrixRows } from '../test/terraform/faults/fault-matrix';
import { others, said } from '../test/terraform/faults/rule-book/combinations';

const document = 'docs/fault-matrix.md';

function main(): void {
  const lines = readFileSync(matrixRows, 'utf8').trim().split('\n');
  // A test that ran twice wrote two lines. The last one counts.
  const rows = [...new Map(lines.map(line => [keyOf(parse(line)), parse(line)])).values()];
  rows.sort((one, other) => keyOf(one).localeCompare(keyOf(other)));
  writeFileSync(document, textOf(rows));
  console.log(`${document}: ${rows.length} rows`);
}

const keyOf = ({ fault, moment }: MatrixRow) => `${moment} ${fault}`;

function parse(line: string): MatrixRow {
  const row: unknown = JSON.parse(line);
  if (typeof row === 'object' && row !== null && 'fault' in row && 'moment' in row && 'outcome' in row)
    return {
      fault: String(row.fault),
      moment: String(row.moment),
      outcome: String(row.outcome),
      isLeftOut: 'isLeftOut' in row && row.isLeftOut === true,
    };
  throw new Error(`${matrixRows} holds a line that is no row`);
}

/** For a row with several platforms and states, `npm test` runs a covering choice (rule-book/combinations.ts). */
function runBy({ fault, moment, isLeftOut }: MatrixRow, shown: ReadonlySet<string>): string {
  const isOther = others.some(combination => moment.endsWith(`(${said(...combination)})`));
  const onBackend = moment.replace(/\(local state\)$/, '(HTTP backend)');
  const isSecondState = onBackend !== moment && shown.has(`${onBackend} ${fault}`);
  return isLeftOut || isOther || isSecondState ? '`npm run test:all`' : '`npm test`';
}

function textOf(rows: readonly MatrixRow[]): string {
  const shown = new Set(rows.map(keyOf));
  const cells = rows.map(row => `| ${row.moment} | ${row.fault} | ${row.outcome} | ${runBy(row, shown)} |`);
  return [
    '# Fault matrix',
    '',
    `What went wrong, when, and what was seen afterwards: ${rows.length} rows, written by the tests in`,
    '`test/terraform/faults` with real Terraform against the sandbox. A row stands here only after its test has found',
    'that platform and state agree, that nothing is doubled or leaked, and that the next plan is empty; what is in no',
    'state, the row says, and a warning has named it. Where the outcome is an error, nothing was touched. Rows that do',
    'not say otherwise are of a platform that ignores Idempotency-Key. The last column says which command runs the row;',
    '`npm run test:all` runs all of them. Made anew by `npm run test:all` and then `npm run generate:fault-matrix`.',
    '',
    '| moment | fault | outcome | run by |',
    '| --- | --- | --- | --- |',
    ...cells,
    '',
  ].join('\n');
}

main();
