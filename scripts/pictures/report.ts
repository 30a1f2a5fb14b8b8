import { readFileSync } from 'node:fs';
import { makeReport } from '../../src/report/make-report';
import type { Report } from '../../src/report/model';
import { parsePlan } from '../../src/report/plan/plan';

/** The plan on the pictures of README and docs/report.md. */
export const picturedReport = (): Report =>
  makeReport(parsePlan(readFileSync('docs/pictures/plan.json', 'utf8')), {
    key: 'production',
    mode: 'changes',
    gates: ['policy', 'unrestricted-key', 'host-changed'],
    context: { commit: '4f2a9c1' },
  });
