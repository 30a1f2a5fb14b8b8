import { expect, it } from 'vitest';
import { report } from '../../../src/report/model';
import { sampleReport } from './html/sample-report';
import { endpoint, endpointChange, planJson } from './plan-json';
import { reportOn, updated } from './report-on';

it('a report keeps to its own schema', () => {
  const gaining = updated({}, { scopes: ['alerts:read', 'incident:respond'] }, { scopes: [false, false] });
  expect(() => report.parse(reportOn(planJson([gaining])))).not.toThrow();
  expect(() => report.parse(sampleReport())).not.toThrow();
});

it('JSON has what changes and no more: 2,300 characters for each endpoint with three risks', () => {
  const count = 200;
  const changes = Array.from({ length: count }, (_, index) =>
    endpointChange({
      actions: ['update'],
      before: endpoint({ secret: `obviously-not-a-secret-${index}`, secret_wo_version: null }),
      after: endpoint({
        secret: `neither-a-secret-${index}`,
        secret_wo_version: null,
        events: ['alert.resolved'],
      }),
      address: `svc_webhook_endpoint.a[${index}]`,
    }),
  );
  const json = JSON.stringify(reportOn(planJson(changes)));
  expect(json.length / count).toBeLessThan(2_300);
  const [first] = report.parse(JSON.parse(json)).changes;
  expect(first?.differences.map(({ path }) => path)).toEqual(['events', 'secret']);
  expect(first?.sentences[0]?.text).toMatch(/^no longer gets /);
});
