import { expect, it } from 'vitest';
import { report } from '../../../src/report/model';
import { endpoint, endpointChange, planJson } from './plan-json';
import { reportOn } from './report-on';

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
