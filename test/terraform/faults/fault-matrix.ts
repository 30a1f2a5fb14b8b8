import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** One row of docs/fault-matrix.md, as a test has seen it. */
export interface MatrixRow {
  /** What goes wrong. */
  readonly fault: string;
  /** When. */
  readonly moment: string;
  /** What was seen afterwards. */
  readonly outcome: string;
  /** Whether `npm test` leaves it out, and only `npm run test:all` shows it. */
  readonly isLeftOut?: boolean;
}

/** Where a run leaves its rows; `npm run generate:fault-matrix` makes the document of them. */
export const matrixRows = 'dist/fault-matrix/rows.jsonl';

/** Call it when what the row says has been asserted. */
export function recordRow(row: MatrixRow): void {
  mkdirSync(dirname(matrixRows), { recursive: true });
  appendFileSync(matrixRows, `${JSON.stringify(row)}\n`);
}
