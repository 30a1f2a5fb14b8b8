import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { report } from '../../../src/report/model';
import { riskNames } from '../../../src/risks/names';
import { sampleReport } from './html/sample-report';
import { planJson } from './plan-json';
import { reportOn, updated } from './report-on';

it('a report keeps to its own schema', () => {
  const gaining = updated({}, { scopes: ['alerts:read', 'incident:respond'] }, { scopes: [false, false] });
  expect(() => report.parse(reportOn(planJson([gaining])))).not.toThrow();
  expect(() => report.parse(sampleReport())).not.toThrow();
});

it('the committed schema lists every risk', () => {
  const committed = readFileSync('docs/report.schema.json', 'utf8');
  for (const name of riskNames) expect(committed).toContain(`"${name}"`);
});
