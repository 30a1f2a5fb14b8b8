import { makeReport } from '../../../src/report/make-report';
import { type Report, report } from '../../../src/report/model';
import { parsePlan } from '../../../src/report/plan/plan';
import type { ReportOptions } from '../../../src/report/report-options';
import { key, keyChange } from './plan-json';

/** @throws if the report does not keep to its own schema */
export const reportOn = (json: string, more: Partial<ReportOptions> = {}): Report =>
  report.parse(makeReport(parsePlan(json), { key: 'default', mode: 'changes', ...more }));

export const risksOf = ({ risks }: Report) => risks.map(({ name, sentence }) => `${name}: ${sentence.text}`);

/** The same, each with its severity. */
export const gradedRisksOf = (report: Report) =>
  risksOf(report).map((risk, index) => `${report.risks[index]?.severity} ${risk}`);

export const updated = (before: object, after: object, unknown: object = {}) =>
  keyChange({ actions: ['update'], before: key({ ...before }), after: key({ ...after }), unknown });
